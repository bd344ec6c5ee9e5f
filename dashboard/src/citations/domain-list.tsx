import { useQuery } from '@tanstack/react-query';
import { visibleText } from '../answer/visible-text.ts';
import { type CitationFilter, type CitedDomain, citedDomainsQuery } from '../api/citations.ts';
import type { Column } from '../base/data-table.tsx';
import { formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import { useView } from '../base/view.ts';
import classes from './citations-page.module.css';
import { type CitationsView, PER_PAGE } from './citations-view.ts';
import { CitedList } from './cited-list.tsx';
import { Owner } from './owner.tsx';

/** Cited domains. Each links to its pages and keywords. */
export function DomainList({ filter }: { filter: CitationFilter }) {
  const { view, change } = useView<CitationsView>();
  const loaded = useQuery(citedDomainsQuery(useMode(), { ...filter, page: view.page ?? 1, per_page: PER_PAGE }));
  const columns: Column<CitedDomain>[] = [
    {
      title: 'Domain',
      isHeading: true,
      show: ({ domain }) => (
        <button type="button" className={classes.name} onClick={() => change({ tab: 'pages', domain })}>
          <bdi>{visibleText(domain)}</bdi>
        </button>
      ),
    },
    { title: 'Owner', show: ({ owner }) => <Owner owner={owner} /> },
    { title: 'Platforms', show: ({ platforms }) => formatPlatforms(platforms) },
  ];
  return (
    <CitedList noun="domain" loaded={loaded} columns={columns} rowKey={({ domain, owner }) => `${domain} ${owner}`} />
  );
}

/** `ChatGPT 12, Gemini 3`, highest count first. */
export function formatPlatforms(platforms: Record<string, number>): string {
  return Object.entries(platforms)
    .sort(([, a], [, b]) => b - a)
    .map(([platform, count]) => `${platformLook(platform).name} ${formatNumber(count)}`)
    .join(', ');
}
