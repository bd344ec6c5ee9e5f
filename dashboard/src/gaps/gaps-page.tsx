import { Button, Skeleton, Text } from '@mantine/core';
import type { GapQuery } from '@visibility/sdk';
import { collecting } from '../../../server/src/base/score-text.ts';
import { toQuery } from '../api/request.ts';
import { ChoiceFilter, Filters, PlatformFilter, RangeFilter } from '../base/filters.tsx';
import { formatCount } from '../base/format.ts';
import { KeywordFilter } from '../base/keyword-select.tsx';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { PagedTable } from '../base/paged-table.tsx';
import { EmptyState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { TYPES } from '../citations/source-words.ts';
import { columnsOf } from './gap-columns.tsx';
import { KIND_WORDS } from './gap-words.ts';
import classes from './gaps.module.css';
import type { GapsView } from './gaps-view.ts';

const USUAL_DAYS = 30;
const PER_PAGE = 20;

export function GapsPage() {
  const mode = useMode();
  const filter = useGapFilter();
  return (
    <Page
      title="Gaps"
      lead="Sources and searches with which answers mention your competitors and not you, beyond noise."
      actions={
        <Button component="a" variant="default" href={`/dashboard/api/${mode}/gaps.csv?${toQuery(filter)}`} download>
          Export CSV
        </Button>
      }
    >
      <GapFilters />
      <FoundGaps />
    </Page>
  );
}

function useGapFilter(): GapQuery {
  const { view } = useView<GapsView>();
  const { platform, keyword, competitor, kind, type } = view;
  const { range } = usePeriod(USUAL_DAYS);
  return { ...range, platform, keyword_id: keyword, competitor_id: competitor, kind, source_type: type };
}

function useGaps() {
  const { view } = useView<GapsView>();
  return useRead('GET /:mode/gaps', { query: { ...useGapFilter(), page: view.page, per_page: PER_PAGE } });
}

function GapFilters() {
  const { data } = useGaps();
  const rivals = data?.data.flatMap(({ competitors }) => competitors.map((one) => [one.competitor_id, one.name])) ?? [];
  const { own: _, ...types } = TYPES;
  return (
    <Filters>
      <RangeFilter usual={USUAL_DAYS} />
      <PlatformFilter />
      <KeywordFilter />
      <ChoiceFilter label="Kind" field="kind" all="All kinds" choices={KIND_WORDS} />
      <ChoiceFilter label="Type of site" field="type" all="All types of sites" choices={types} />
      <ChoiceFilter label="Competitor" field="competitor" all="All competitors" choices={Object.fromEntries(rivals)} />
    </Filters>
  );
}

function FoundGaps() {
  const period = usePeriod(USUAL_DAYS);
  return (
    <PagedTable
      result={useGaps()}
      perPage={PER_PAGE}
      label="Gaps"
      columns={columnsOf(period)}
      rowKey={({ keyword_id, platform, kind, source }) => [keyword_id, platform, kind, source].join(' ')}
      className={classes.gaps}
      empty={<NoGaps />}
      summary={({ meta }) =>
        `${formatCount(meta.total, 'gap')} ${period.text}, largest effect first. Effect: how many more of 100 answers would mention you if those with the source did so as often as the others, with its 95% interval. It is an association, not a promise.`
      }
    />
  );
}

/** Too few answers to say anything, or none that fits. */
function NoGaps() {
  const { view } = useView<GapsView>();
  const { length } = usePeriod(USUAL_DAYS);
  const result = useRead('GET /:mode/overview/voice', { query: { ...length, platform: view.platform } });
  if (result.isPending) return <Skeleton height={420} radius={12} role="status" aria-label="Loading" />;
  const waiting = result.data && collecting(result.data.sample_size);
  if (waiting) {
    return (
      <EmptyState title="Not enough answers yet">
        <Text c="dimmed">Gaps need at least 20 valid answers per keyword and platform: {waiting}.</Text>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No gaps found">
      <Text c="dimmed">
        No source or search goes with your absence more often than chance explains. Choose a longer range or remove
        filters: with more answers, smaller gaps can be found.
      </Text>
    </EmptyState>
  );
}
