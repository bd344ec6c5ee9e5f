import { NativeSelect } from '@mantine/core';
import { DEFAULT_SORT, useKeywordFilter } from './keyword-filter.ts';

const CHOICES = [
  { label: 'Highest score', value: '-visibility_score' },
  { label: 'Lowest score', value: 'visibility_score' },
  { label: 'Keyword A–Z', value: 'keyword' },
  { label: 'Keyword Z–A', value: '-keyword' },
  { label: 'Recently updated', value: '-updated_at' },
  { label: 'Least recently updated', value: 'updated_at' },
];

export function SortSelect() {
  const { filter, change } = useKeywordFilter();
  return (
    <NativeSelect
      aria-label="Sort by"
      data={CHOICES}
      value={filter.sort ?? DEFAULT_SORT}
      onChange={(event) => change({ sort: event.currentTarget.value })}
    />
  );
}
