import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundKeywordsQuery, namedKeywordQuery } from '../api/keyword.ts';
import { useMode } from '../base/mode.ts';

interface KeywordFilterProps {
  /** The chosen keyword's id. */
  value: string | undefined;
  onChange: (keywordId: string | undefined) => void;
}

/** Filters by one keyword. The server searches while the user types. */
export function KeywordFilter({ value, onChange }: KeywordFilterProps) {
  const mode = useMode();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const { data: chosen } = useQuery({ ...namedKeywordQuery(mode, value ?? ''), enabled: value !== undefined });
  const { data: found = [] } = useQuery(foundKeywordsQuery(mode, q === chosen?.keyword ? '' : q));
  const keywords = chosen && !found.some(({ keyword_id }) => keyword_id === value) ? [chosen, ...found] : found;
  return (
    <Select
      aria-label="Keyword"
      placeholder="All keywords"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all keywords' }}
      value={value ?? null}
      onChange={(keywordId) => onChange(keywordId ?? undefined)}
      onSearchChange={setTyped}
      nothingFoundMessage="No matching keywords"
      filter={({ options }) => options}
      data={keywords.map(({ keyword_id, keyword, country }) => ({
        value: keyword_id,
        label: country ? `${keyword} (${country})` : keyword,
      }))}
    />
  );
}
