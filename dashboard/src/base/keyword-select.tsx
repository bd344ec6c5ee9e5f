import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useFoundKeywords, useKeyword } from './lookups.ts';
import { useView, type View } from './view.ts';

interface KeywordSelectProps extends Omit<SelectProps, 'data' | 'value'> {
  /** The chosen keyword's id. */
  value: string | null;
}

/** Chooses one keyword. The server searches while the user types. */
export function KeywordSelect({ value, ...props }: KeywordSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const chosen = useKeyword(value);
  const found = useFoundKeywords(q === chosen?.keyword ? '' : q);
  const keywords = chosen && !found.some(({ keyword_id }) => keyword_id === value) ? [chosen, ...found] : found;
  return (
    <Select
      searchable
      value={value}
      onSearchChange={setTyped}
      nothingFoundMessage="No matching keywords"
      filter={({ options }) => options}
      data={keywords.map(({ keyword_id, keyword, country }) => ({
        value: keyword_id,
        label: country ? `${keyword} (${country})` : keyword,
      }))}
      {...props}
    />
  );
}

/** Not in `filters.tsx`, because the Overview needs no such select field. */
export function KeywordFilter() {
  const { view, change } = useView<View & { keyword?: string | undefined }>();
  return (
    <KeywordSelect
      aria-label="Keyword"
      placeholder="All keywords"
      clearable
      clearButtonProps={{ 'aria-label': 'Show all keywords' }}
      value={view.keyword ?? null}
      onChange={(keyword) => change({ keyword: keyword ?? undefined })}
    />
  );
}
