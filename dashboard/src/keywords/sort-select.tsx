import { NativeSelect } from '@mantine/core';
import { DEFAULT_SORT, useKeywordFilter } from './keyword-filter.ts';

const CHOICES = [
  { label: 'Highest score first', value: '-visibility_score' },
  { label: 'Lowest score first', value: 'visibility_score' },
  { label: 'Rising first', value: '-trend' },
  { label: 'Falling first', value: 'trend' },
  { label: 'Keyword, A to Z', value: 'keyword' },
  { label: 'Keyword, Z to A', value: '-keyword' },
  { label: 'Newest first', value: '-updated_at' },
  { label: 'Oldest first', value: 'updated_at' },
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
