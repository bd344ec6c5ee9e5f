import type { CitationFilter, Source } from '../api/citations.ts';
import type { Column } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { PagedTable } from '../base/paged-table.tsx';
import { platformLook } from '../base/platforms.ts';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './citations-page.module.css';
import { type CitationsView, PER_PAGE, USUAL_DAYS } from './citations-view.ts';
import { NoCitations } from './no-citations.tsx';
import { MentionRate, ShareOfAnswers } from './share-of-answers.tsx';
import { TypeSelect } from './type-select.tsx';

const columns: Column<Source>[] = [
  { title: 'Domain', isHeading: true, show: (source) => <Domain source={source} /> },
  { title: 'Source type', show: (source) => <TypeSelect source={source} /> },
  { title: 'Share of answers', show: (source) => <ShareOfAnswers counted={source} /> },
  { title: 'Mention you', isNumber: true, show: (source) => <MentionRate of={source} /> },
  { title: 'Mention competitors', isNumber: true, show: (source) => <CompetitorRate source={source} /> },
  {
    title: 'Platforms',
    isNumber: true,
    show: ({ platforms }) => <span title={formatPlatforms(platforms)}>{Object.keys(platforms).length}</span>,
  },
];

/** Cited domains. Each links to its pages, keywords and history. */
export function DomainList({ filter }: { filter: CitationFilter }) {
  const { page } = useView<CitationsView>().view;
  const { text } = usePeriod(USUAL_DAYS);
  const { since, until, platform, type, keyword_id } = filter;
  const query = { since, until, platform, type, keyword_id, page, per_page: PER_PAGE };
  return (
    <PagedTable
      result={useRead('GET /:mode/sources?include=evidence', { query })}
      perPage={PER_PAGE}
      label="Citations by domain"
      columns={columns}
      rowKey={({ domain }) => domain}
      empty={<NoCitations />}
      summary={({ meta }) =>
        `${formatCount(meta.total, 'domain')} ${text}. Shares are of all valid answers, with 95% intervals.`
      }
    />
  );
}

function Domain({ source: { domain, page_count: pages } }: { source: Source }) {
  const { change } = useView<CitationsView>();
  return (
    <div className={classes.domain}>
      <button
        type="button"
        className={classes.name}
        onClick={() => change({ tab: 'pages', domain, type: undefined, page: undefined })}
      >
        <bdi>{visibleText(domain)}</bdi>
      </button>
      <span className={classes.under}>
        {domain === 'unresolved' ? 'redirects with an unknown target' : formatCount(pages, 'page')}
      </span>
    </div>
  );
}

function CompetitorRate({ source: { competitor_mention_rate, mentioned } }: { source: Source }) {
  const names = mentioned.filter(({ competitor_id }) => competitor_id !== null);
  return (
    <>
      {competitor_mention_rate}%
      {names[0] && (
        <span
          className={classes.under}
          title={names.map(({ name, answers }) => `${visibleText(name)} ${formatNumber(answers)}`).join(', ')}
        >
          most: <bdi>{visibleText(names[0].name)}</bdi>
        </span>
      )}
    </>
  );
}

/** `ChatGPT 12, Gemini 3`, highest count first. */
export function formatPlatforms(platforms: Record<string, number>): string {
  return Object.entries(platforms)
    .sort(([, a], [, b]) => b - a)
    .map(([platform, count]) => `${platformLook(platform).name} ${formatNumber(count)}`)
    .join(', ');
}
