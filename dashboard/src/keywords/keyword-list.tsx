import { Link } from '@tanstack/react-router';
import type { ScoredKeyword } from '../api/visibility.ts';
import { formatAge, formatCount, formatTime } from '../base/format.ts';
import { listPlatforms, platformLook } from '../base/platforms.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { useNow } from '../base/session-context.ts';
import { Trend } from '../base/trend.tsx';
import classes from './keyword-list.module.css';
import { describeEvidence } from './score-cell.tsx';

/** The table's twin for a phone or a tablet: one card a keyword, nothing to scroll sideways. */
export function KeywordList({ records }: { records: ScoredKeyword[] }) {
  const platforms = listPlatforms(records);
  return (
    <ul className={classes.list}>
      {records.map((record) => (
        <KeywordItem key={record.keyword_id} record={record} platforms={platforms} />
      ))}
    </ul>
  );
}

function KeywordItem({ record, platforms }: { record: ScoredKeyword; platforms: string[] }) {
  const now = useNow();
  return (
    <li className={`card ${classes.item}`}>
      <div className={classes.top}>
        <Link to="/keywords/$keywordId" params={{ keywordId: record.keyword_id }} className={classes.link}>
          {record.keyword}
        </Link>
        <Trend value={record.trend} />
        <span className={`${classes.score} numeric`}>{record.visibility_score}</span>
      </div>
      <ScoreRange score={record.visibility_score} interval={record.interval} />
      <p className={`${classes.note} numeric`}>{describeEvidence(record)}</p>
      <dl className={`${classes.platforms} numeric`}>
        {platforms.map((platform) => (
          <div key={platform}>
            <dt>{platformLook(platform).name}</dt>
            <dd>{record.platforms[platform] ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <p className={`${classes.note} numeric`}>
        {formatCount(record.mentions, 'mention')}, {formatCount(record.citations, 'citation')},{' '}
        <time dateTime={record.updated_at} title={formatTime(record.updated_at)}>
          {formatAge(record.updated_at, now)}
        </time>
      </p>
    </li>
  );
}
