import { Link } from '@tanstack/react-router';
import type { ItemOf } from '@visibility/server/contract';
import { Age } from '../base/age.tsx';
import type { Column } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import type { Period } from '../base/period.ts';
import { PlatformCount } from '../base/platform-name.tsx';
import { ScoreRange } from '../base/score-range.tsx';
import { visibleText } from '../base/visible-text.ts';
import { MentionRate } from '../citations/share-of-answers.tsx';
import classes from './queries.module.css';

/** A web search that assistants run for a keyword. */
type SearchQuery = ItemOf<'GET /:mode/queries'>;

/** The days and the platform that the answers are counted in. */
type Counted = Period & { platform?: string | undefined };

/** A table of searches with their share of answers and how often those answers mention brands. */
export function queryTable(counted: Counted, { withKeyword = false } = {}) {
  const columns: Column<SearchQuery>[] = [
    { title: 'Search', isHeading: true, show: (query) => <Search query={query} withKeyword={withKeyword} /> },
    { title: 'Share of answers', show: (query) => <Share query={query} counted={counted} /> },
    { title: 'Mention you', isNumber: true, show: (query) => <MentionRate of={query} /> },
    { title: 'Mention competitors', isNumber: true, show: (query) => `${query.competitor_mention_rate}%` },
    { title: 'Platforms', isNumber: true, show: (query) => <PlatformCount of={query} /> },
    { title: 'Last run', show: ({ last_asked_at }) => <Age time={last_asked_at} className={classes.when} /> },
  ];
  const rowKey = ({ keyword_id, query }: SearchQuery) => `${keyword_id} ${query}`;
  return { label: 'Searches', columns, rowKey, className: classes.searches };
}

function Search({ query, withKeyword }: { query: SearchQuery; withKeyword: boolean }) {
  return (
    <>
      <bdi>{visibleText(query.query)}</bdi>
      {withKeyword && (
        <span className={classes.keyword}>
          <KeywordLink {...query} />
        </span>
      )}
    </>
  );
}

function Share({ query: searched, counted }: { query: SearchQuery; counted: Counted }) {
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
