import { Button, SegmentedControl } from '@mantine/core';
import { toQuery } from '../api/request.ts';
import { Comparison } from '../base/comparison.tsx';
import { ChoiceFilter, Filters, PlatformFilter, RangeFilter } from '../base/filters.tsx';
import { KeywordFilter } from '../base/keyword-select.tsx';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { useNow } from '../base/session-context.ts';
import { readOneOf, useView } from '../base/view.ts';
import { Chosen } from './chosen.tsx';
import { type CitationsView, citationFilterOf, OWNERS, USUAL_DAYS } from './citations-view.ts';
import { CitingKeywords } from './citing-keywords.tsx';
import { DomainList } from './domain-list.tsx';
import { DomainTrend } from './domain-trend.tsx';
import { NewestList } from './newest-list.tsx';
import { PageList } from './page-list.tsx';
import { TYPES } from './source-words.ts';
import { TypeBreakdown } from './type-breakdown.tsx';

/** Cited pages by domain, by page or one by one. */
export function CitationsPage() {
  const { view } = useView<CitationsView>();
  const filter = citationFilterOf(view, useNow());
  const List = view.tab === 'pages' ? PageList : view.tab === 'newest' ? NewestList : DomainList;
  return (
    <Page title="Citations" lead="Pages that AI assistants cite: yours, competitors’, and others.">
      <CitationFilters />
      <Comparison usual={USUAL_DAYS} filter={{ platform: view.platform, keyword_id: view.keyword }} />
      {(view.domain !== undefined || view.url !== undefined) && <CitingKeywords filter={filter} />}
      {view.domain !== undefined && <DomainTrend domain={view.domain} filter={filter} />}
      {view.tab === undefined && <TypeBreakdown filter={filter} />}
      <List filter={filter} />
    </Page>
  );
}

function CitationFilters() {
  const { view, change } = useView<CitationsView>();
  return (
    <Filters>
      <SegmentedControl
        aria-label="View"
        value={view.tab ?? 'domains'}
        onChange={(tab) => change({ tab: readOneOf(tab, ['pages', 'newest']) })}
        data={[
          { label: 'By domain', value: 'domains' },
          { label: 'By page', value: 'pages' },
          { label: 'Latest', value: 'newest' },
        ]}
      />
      <RangeFilter usual={USUAL_DAYS} />
      <PlatformFilter />
      {view.tab === 'newest' ? (
        <ChoiceFilter label="Owner" field="owner" all="All owners" choices={OWNERS} />
      ) : (
        <ChoiceFilter label="Source type" field="type" all="All types" choices={TYPES} />
      )}
      <KeywordFilter />
      {view.domain !== undefined && (
        <Chosen text={view.domain} action="show all domains" onClear={() => change({ domain: undefined })} />
      )}
      {view.url !== undefined && (
        <Chosen text={view.url} action="show all pages" onClear={() => change({ url: undefined })} />
      )}
      {view.tab === undefined && <ExportLink />}
    </Filters>
  );
}

/** The filtered domains as a file. */
function ExportLink() {
  const mode = useMode();
  const { view } = useView<CitationsView>();
  const { domain: _, page_url: __, ...filter } = citationFilterOf(view, useNow());
  const query = toQuery({ ...filter, include: 'evidence' });
  return (
    <Button component="a" variant="default" download href={`/dashboard/api/${mode}/sources.csv?${query}`}>
      Export CSV
    </Button>
  );
}
