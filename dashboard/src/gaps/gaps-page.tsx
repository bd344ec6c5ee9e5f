import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import type { GapQuery } from '@visibility/sdk';
import { collecting } from '../../../server/src/base/score-text.ts';
import { toQuery } from '../api/request.ts';
import { Filters, KeywordFilter, PlatformFilter, RangeFilter } from '../base/filters.tsx';
import { formatCount } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Page } from '../base/page.tsx';
import { Paging } from '../base/paging.tsx';
import { EmptyState, ErrorState } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { readOneOf, useView } from '../base/view.ts';
import { SOURCE_TYPES, typeWords } from '../citations/source-words.ts';
import { GapList } from './gap-list.tsx';
import { KIND_WORDS } from './gap-words.ts';
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
  const { view, change } = useView<GapsView>();
  const { data } = useGaps();
  const rivals = new Map(
    data?.data.flatMap(({ competitors }) => competitors.map((one) => [one.competitor_id, one.name])),
  );
  return (
    <Filters>
      <RangeFilter usual={USUAL_DAYS} />
      <PlatformFilter value={view.platform} onChange={(platform) => change({ platform })} />
      <KeywordFilter value={view.keyword} onChange={(keyword) => change({ keyword })} />
      <NativeSelect
        aria-label="Kind"
        value={view.kind ?? ''}
        onChange={({ currentTarget }) => change({ kind: readOneOf(currentTarget.value, ['domain', 'page', 'query']) })}
        data={[{ label: 'All kinds', value: '' }, ...choicesOf(KIND_WORDS)]}
      />
      <NativeSelect
        aria-label="Type of site"
        value={view.type ?? ''}
        onChange={({ currentTarget }) => change({ type: readOneOf(currentTarget.value, SOURCE_TYPES) })}
        data={[
          { label: 'All types of sites', value: '' },
          ...SOURCE_TYPES.filter((type) => type !== 'own').map((type) => ({ value: type, label: typeWords(type) })),
        ]}
      />
      <NativeSelect
        aria-label="Competitor"
        value={view.competitor ?? ''}
        onChange={({ currentTarget }) => change({ competitor: currentTarget.value || undefined })}
        data={[{ label: 'All competitors', value: '' }, ...choicesOf(Object.fromEntries(rivals))]}
      />
    </Filters>
  );
}

function choicesOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

function FoundGaps() {
  const { view, change } = useView<GapsView>();
  const { page = 1 } = view;
  const period = usePeriod(USUAL_DAYS);
  const { data, error, refetch, isPlaceholderData } = useGaps();
  if (!data) {
    if (error) return <ErrorState error={error} retry={refetch} />;
    return <Loading />;
  }
  const { total } = data.meta;
  if (total === 0) return <NoGaps />;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {formatCount(total, 'gap')} {period.text}, largest effect first. Effect: how many more of 100 answers would
        mention you if those with the source did so as often as the others, with its 95% interval. It is an association,
        not a promise.
      </Text>
      <div aria-busy={isPlaceholderData}>
        <GapList gaps={data.data} period={period} />
      </div>
      <Paging
        total={total}
        perPage={PER_PAGE}
        page={page}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

function Loading() {
  return <Skeleton height={420} radius={12} role="status" aria-label="Loading gaps" />;
}

/** Too few answers to say anything, or none that fits. */
function NoGaps() {
  const { view } = useView<GapsView>();
  const { length } = usePeriod(USUAL_DAYS);
  const { data: voice, isPending } = useRead('GET /:mode/overview/voice', {
    query: { ...length, platform: view.platform },
  });
  if (isPending) return <Loading />;
  const waiting = voice && collecting(voice.sample_size);
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
