import { Link } from '@tanstack/react-router';
import type { ItemOf } from '@visibility/server/contract';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatAge, formatCount, formatNumber, formatTime } from '../base/format.ts';
import type { Period } from '../base/period.ts';
import { listPlatforms, platformLook } from '../base/platforms.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { useNow } from '../base/session-context.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './queries.module.css';

/** A web search that assistants run for a keyword. */
type SearchQuery = ItemOf<'GET /:mode/queries'>;

interface QueryTableProps {
  queries: SearchQuery[];
  /** The days and the platform that the answers are counted in. */
  counted: Period & { platform?: string | undefined };
  withKeyword?: boolean;
}

/** The searches with their share of answers and how often those answers mention brands. */
export function QueryTable({ queries, counted, withKeyword = false }: QueryTableProps) {
  const now = useNow();
  const columns: Column<SearchQuery>[] = [
    { title: 'Search', isHeading: true, show: (query) => <Search query={query} withKeyword={withKeyword} /> },
    { title: 'Share of answers', show: (query) => <Share query={query} counted={counted} /> },
    { title: 'Mention you', isNumber: true, show: (query) => <MentionRate query={query} /> },
    { title: 'Mention competitors', isNumber: true, show: (query) => `${query.competitor_mention_rate}%` },
    { title: 'Platforms', isNumber: true, show: (query) => <Platforms query={query} /> },
    {
      title: 'Last run',
      show: ({ last_asked_at }) => (
        <time dateTime={last_asked_at} title={formatTime(last_asked_at)} className={classes.when}>
          {formatAge(last_asked_at, now)}
        </time>
      ),
    },
  ];
  const keyOf = ({ keyword_id, query }: SearchQuery) => `${keyword_id} ${query}`;
  return (
    <div className={classes.searches}>
      <DataTable label="Searches" rows={queries} columns={columns} rowKey={keyOf} />
    </div>
  );
}

function Search({ query, withKeyword }: { query: SearchQuery; withKeyword: boolean }) {
  return (
    <>
      <bdi>{visibleText(query.query)}</bdi>
      {withKeyword && (
        <Link to="/keywords/$keywordId" params={{ keywordId: query.keyword_id }} className={classes.keyword}>
          <bdi>{query.keyword}</bdi>
        </Link>
      )}
    </>
  );
}

function Share({ query: searched, counted }: { query: SearchQuery; counted: QueryTableProps['counted'] }) {
  const { keyword_id, query, share, interval = [0, 100], answers, sample_size = 0 } = searched;
  const { since: from, until: to, platform } = counted;
  return (
    <span className={`${classes.share} numeric`} title={`95% interval: ${interval[0]}–${interval[1]}%`}>
      <strong>{share}%</strong>
      <ScoreRange score={share} interval={interval} />
      <small>
        <Link
          to="/keywords/$keywordId"
          params={{ keywordId: keyword_id }}
          search={{ tab: 'answers', status: 'valid', from, to, platform, query }}
        >
          {formatNumber(answers)} of {formatCount(sample_size, 'answer')}
        </Link>
      </small>
    </span>
  );
}

function MentionRate({ query: { mention_rate, mention_rate_interval: interval, answers } }: { query: SearchQuery }) {
  const range = interval && `95% interval: ${interval[0]}–${interval[1]}%, ${formatCount(answers, 'answer')}`;
  return <span title={range}>{mention_rate}%</span>;
}

function Platforms({ query }: { query: SearchQuery }) {
  const names = listPlatforms([query]).map((platform) => platformLook(platform).name);
  return <span title={names.join(', ')}>{names.length}</span>;
}
