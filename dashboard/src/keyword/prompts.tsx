import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { KeywordScores, PromptShare } from '../api/keyword.ts';
import { formatCount } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { visibleText } from '../base/visible-text.ts';
import classes from './prompts.module.css';

/** The prompts and how often their answers mention the brand. */
export function Prompts({ scores: { prompts, window_days: days } }: { scores: KeywordScores }) {
  return (
    <section className={`card ${classes.section}`} aria-labelledby="prompts">
      <Title order={2} size="h3" id="prompts">
        Prompts
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        What we ask, and how often the answers mention you (last {days} days with data, all platforms)
      </Text>
      <ol className={classes.prompts}>
        {prompts.map((prompt) => (
          <Prompt key={prompt.prompt_id} prompt={prompt} />
        ))}
      </ol>
    </section>
  );
}

function Prompt({ prompt: { prompt_id, text, is_asked, estimate } }: { prompt: PromptShare }) {
  return (
    <li className={classes.prompt}>
      <span>
        <Link to="." search={(old) => ({ ...old, tab: 'answers', prompt: prompt_id, page: undefined })}>
          <bdi>{visibleText(text)}</bdi>
        </Link>
        {!is_asked && <small className={classes.retired}>no longer in use</small>}
      </span>
      {estimate ? (
        <span
          className={`${classes.share} numeric`}
          title={`95% interval: ${estimate.interval[0]}–${estimate.interval[1]}%`}
        >
          {estimate.sample_size >= LEAST_ANSWERS && (
            <>
              <strong>{estimate.score}%</strong>
              <ScoreRange score={estimate.score} interval={estimate.interval} />
            </>
          )}
          <small>
            {estimate.mentions} of {formatCount(estimate.sample_size, 'answer')}
          </small>
        </span>
      ) : (
        <small className={classes.none}>no answers yet</small>
      )}
    </li>
  );
}
