import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScoredKeyword } from '../api/visibility.ts';
import { formatAge, formatNumber, formatTime } from '../base/format.ts';
import { listPlatforms, platformLook } from '../base/platforms.ts';
import { useNow } from '../base/session-context.ts';
import { Trend } from '../base/trend.tsx';
import classes from './keyword-table.module.css';
import { PlatformScore } from './platform-score.tsx';
import { ScoreCell } from './score-cell.tsx';
import { SortHeader } from './sort-header.tsx';

export function KeywordTable({ records }: { records: ScoredKeyword[] }) {
  const platforms = listPlatforms(records);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table sideways only from a stop
    <section className={`card ${classes.scroll}`} aria-label="Keywords and their scores" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <SortHeader field="keyword" label="Keyword" />
            <SortHeader field="visibility_score" label="Score" descendingFirst />
            {platforms.map((platform) => (
              <th key={platform} scope="col" className={classes.number}>
                {platformLook(platform).name}
              </th>
            ))}
            <SortHeader field="trend" label="Trend" descendingFirst align="right" />
            <th scope="col" className={classes.number}>
              Mentions
            </th>
            <th scope="col" className={classes.number}>
              Citations
            </th>
            <SortHeader field="updated_at" label="Updated" descendingFirst align="right" />
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <KeywordRow key={record.keyword_id} record={record} platforms={platforms} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function KeywordRow({ record, platforms }: { record: ScoredKeyword; platforms: string[] }) {
  const now = useNow();
  const [isFocused, setFocused] = useState(false);
  return (
    <tr>
      <th scope="row">
        <Link
          to="/keywords/$keywordId"
          params={{ keywordId: record.keyword_id }}
          className={classes.link}
          onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
          onBlur={() => setFocused(false)}
        >
          {record.keyword}
        </Link>
      </th>
      <td className={classes.hoverable}>
        <ScoreCell record={record} opened={isFocused} />
      </td>
      {platforms.map((platform) => (
        <td key={platform} className={classes.platform}>
          <PlatformScore score={record.platforms[platform]} />
        </td>
      ))}
      <td className={classes.number}>
        <Trend value={record.trend} />
      </td>
      <td className={classes.number}>{formatNumber(record.mentions)}</td>
      <td className={classes.number}>{formatNumber(record.citations)}</td>
      <td className={classes.updated}>
        <time dateTime={record.updated_at} title={formatTime(record.updated_at)}>
          {formatAge(record.updated_at, now)}
        </time>
      </td>
    </tr>
  );
}
