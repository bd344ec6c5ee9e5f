import type { CitationFilter, CitedPage } from '../api/citations.ts';
import type { Column } from '../base/data-table.tsx';
import { OutsideLink } from '../base/outside-link.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './citations-page.module.css';
import { type CitationsView, PER_PAGE } from './citations-view.ts';
import { CitedList } from './cited-list.tsx';
import { pageTypeWords } from './source-words.ts';
import { TypeName } from './type-name.tsx';

/** Cited pages. Each links to its citations. */
export function PageList({ filter }: { filter: CitationFilter }) {
  const { view, change } = useView<CitationsView>();
  const loaded = useRead('GET /:mode/citations/pages', {
    query: { ...filter, page: view.page ?? 1, per_page: PER_PAGE },
  });
  const columns: Column<CitedPage>[] = [
    {
      title: 'Page',
      isHeading: true,
      show: ({ page, title, domain }) => (
        <>
          <button type="button" className={classes.name} onClick={() => change({ tab: 'newest', url: page })}>
            <bdi>{visibleText(title && title !== domain ? title : page.replace(/^https?:\/\//, ''))}</bdi>
          </button>
          <span className={classes.under}>
            <OutsideLink url={page} />
          </span>
        </>
      ),
    },
    { title: 'Source type', show: ({ source_type: type }) => <TypeName type={type} /> },
    { title: 'Page type', show: ({ page_type: type }) => pageTypeWords(type) },
  ];
  return <CitedList noun="page" loaded={loaded} columns={columns} rowKey={({ page }) => page} />;
}
