import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../api/read.ts';
import { useRead } from './use-read.ts';

/** Every tag in use. */
export function useTags(): string[] {
  return useRead('GET /:mode/keyword-tags', {}).data?.tags ?? [];
}

/** Its text, country and language never change. */
export function useKeyword(keywordId: string | null | undefined) {
  const params = { keyword_id: keywordId ?? '' };
  const enabled = Boolean(keywordId);
  return useRead('GET /:mode/keywords/:keyword_id', { params, enabled, staleTime: 'static' }).data;
}

/** The first keywords that contain the text. */
export function useFoundKeywords(q: string, { enabled = true } = {}) {
  return useRead('GET /:mode/keywords', { query: { q: q.trim(), per_page: 50 }, enabled }).data?.data ?? [];
}

/** Searches keywords for a select field. */
export function useKeywordSearch() {
  const [search, setSearch] = useState('');
  const [q] = useDebouncedValue(search, 250);
  const found = useFoundKeywords(q).map(({ keyword_id, keyword }) => ({ value: keyword_id, label: keyword }));
  return { search, setSearch, found };
}

/** The newest 100 notes. */
export function useNotes() {
  return useRead('GET /:mode/annotations', { query: { per_page: 100 }, staleTime: 5 * 60_000 }).data?.data;
}

/** How many keywords the live workspace has, whichever is shown. */
export function useLiveKeywordCount(): number | undefined {
  const asked = { params: { mode: 'live' }, query: { per_page: 1 } };
  return useQuery(read('GET /:mode/keywords', asked)).data?.meta.total;
}

/** The cost of the plan with additional keywords. */
export function useEstimate(keywords: number, { enabled = true } = {}) {
  const { data, error, isPlaceholderData } = useRead('GET /:mode/estimate', { query: { keywords }, enabled });
  return { data: isPlaceholderData ? undefined : data, error };
}
