import type { CitationFilter, CitedPage } from '../api/citations.ts';
import type { Column } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { OutsideLink } from '../base/outside-link.tsx';
import { PagedTable } from '../base/paged-table.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './citations-page.module.css';
import { type CitationsView, PER_PAGE, USUAL_DAYS } from './citations-view.ts';
import { NoCitations } from './no-citations.tsx';
import { PAGE_TYPES } from './source-words.ts';
import { TypeName } from './type-name.tsx';

const shares = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Cited pages, most cited first, with their share of all citations. Each links to its citations. */
export function PageList({ filter }: { filter: CitationFilter }) {
  const { page } = useView<CitationsView>().view;
  const { text } = usePeriod(USUAL_DAYS);
  const result = useRead('GET /:mode/citations/pages', { query: { ...filter, page, per_page: PER_PAGE } });
  const all = result.data?.meta.citations ?? 0;
  const columns: Column<CitedPage>[] = [
    { title: 'Page', isHeading: true, show: (cited) => <PageName cited={cited} /> },
    { title: 'Source type', show: ({ source_type: type }) => <TypeName type={type} /> },
    { title: 'Page type', show: ({ page_type: type }) => PAGE_TYPES[type] },
    { title: 'Citations', isNumber: true, show: ({ citations }) => formatNumber(citations) },
    {
      title: 'Share',
      isNumber: true,
      show: ({ citations }) => (
        <span className={classes.share} title={`${formatNumber(citations)} of ${formatCount(all, 'citation')}`}>
          {shares.format(citations / all)}
        </span>
      ),
    },
  ];
  return (
    <PagedTable
      result={result}
      perPage={PER_PAGE}
      label="Citations by page"
      columns={columns}
      rowKey={(cited) => cited.page}
      empty={<NoCitations />}
      summary={({ meta }) =>
        `${formatCount(meta.citations, 'citation')} from ${formatCount(meta.total, 'page')} ${text}`
      }
    />
  );
}

function PageName({ cited: { page, title, domain } }: { cited: CitedPage }) {
  const { change } = useView<CitationsView>();
  return (
    <>
      <button type="button" className={classes.name} onClick={() => change({ tab: 'newest', url: page })}>
        <bdi>{visibleText(title && title !== domain ? title : page.replace(/^https?:\/\//, ''))}</bdi>
      </button>
      <span className={classes.under}>
        <OutsideLink url={page} />
      </span>
    </>
  );
}
