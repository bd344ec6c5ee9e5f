import { NativeSelect } from '@mantine/core';
import { DEFAULT_SORT, useKeywordFilter } from './keyword-filter.ts';

const CHOICES = [
  { label: 'Highest score', value: '-visibility_score' },
  { label: 'Lowest score', value: 'visibility_score' },
  { label: 'Rising most', value: '-trend' },
  { label: 'Falling most', value: 'trend' },
  { label: 'Keyword A–Z', value: 'keyword' },
  { label: 'Keyword Z–A', value: '-keyword' },
  { label: 'Newest', value: '-updated_at' },
  { label: 'Oldest', value: 'updated_at' },
];

export function SortSelect() {
  const { filter, change } = useKeywordFilter();
  return (
    <NativeSelect
      aria-label="Order"
      data={CHOICES}
      value={filter.sort ?? DEFAULT_SORT}
      onChange={(event) => change({ sort: event.currentTarget.value })}
    />
  );
}
