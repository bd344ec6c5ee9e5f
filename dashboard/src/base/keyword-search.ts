import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useMode } from './mode.ts';

const SHOWN = 50;

/** Searches keywords for a select field. */
export function useKeywordSearch() {
  const mode = useMode();
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search, 250);
  const { data } = useQuery({
    queryKey: [mode, 'keyword-search', q],
    queryFn: ({ signal }) =>
      request('GET /:mode/keywords', { params: { mode }, query: { q, per_page: SHOWN }, signal }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.data ?? []).map(({ keyword_id, keyword }) => ({ value: keyword_id, label: keyword }));
  return { search, setSearch, found };
}
