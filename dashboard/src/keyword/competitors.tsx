import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Competitor } from '@visibility/sdk';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { KeywordScores } from '../api/keyword.ts';
import { formatCount } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import { useKeywordView } from './keyword-view.ts';
import classes from './prompts.module.css';

type Row = Pick<Competitor, 'name' | 'visibility_score' | 'interval' | 'sample_size' | 'mentions'> & {
  isOwn?: boolean;
};

/** Your brand and its competitors on this keyword, over the same days and answers. */
export function Competitors({ scores: { record, window_days: days } }: { scores: KeywordScores }) {
  const { keywordId } = useKeywordView();
  const result = useRead('GET /:mode/competitors', {
    query: { keyword_id: keywordId, include: 'evidence', per_page: 100 },
  });
  const { data } = result;
  if (!data) return <Waiting result={result} height={240} />;
  const own: Row[] = record ? [{ ...record, name: 'You', isOwn: true }] : [];
  const rows = [...own, ...data.data].sort((a, b) => b.visibility_score - a.visibility_score);
  return (
    <section className={`card ${classes.section}`} aria-labelledby="competitors">
      <Title order={2} size="h3" id="competitors">
        Competitors
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        How often the answers mention each brand (last {days} days with data, all platforms). Overlapping intervals: too
        close to call. <Link to="/competitors">All keywords</Link>
      </Text>
      <ol className={classes.prompts}>
        {rows.map((row) => (
          <CompetitorRow key={row.name} row={row} />
        ))}
      </ol>
      {data.data.length === 0 && <Text c="dimmed">No competitors yet.</Text>}
    </section>
  );
}

function CompetitorRow({
  row: { name, visibility_score, interval = [0, 100], sample_size = 0, mentions, isOwn },
}: {
  row: Row;
}) {
  return (
    <li className={classes.prompt}>
      {isOwn ? <strong>{name}</strong> : <bdi>{visibleText(name)}</bdi>}
      <span className={`${classes.share} numeric`} title={`95% interval: ${interval[0]}–${interval[1]}`}>
        {sample_size >= LEAST_ANSWERS && (
          <>
            <strong>{visibility_score}</strong>
            <ScoreRange score={visibility_score} interval={interval} />
          </>
        )}
        <small>
          {mentions} of {formatCount(sample_size, 'answer')}
        </small>
      </span>
    </li>
  );
}
