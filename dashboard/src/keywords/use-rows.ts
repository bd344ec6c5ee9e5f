import { useQueries, useQuery } from '@tanstack/react-query';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type KeywordRow, keywordRowsQuery, ROWS_A_PAGE } from '../api/keywords.ts';
import { useMode } from '../base/mode.ts';
import { useKeywordFilter } from './keyword-filter.ts';

const KEPT_MS = 600_000;

/** The first page, which has the total. Other pages load when they scroll into view. */
export function useFirstRows() {
  const { shown } = useKeywordFilter();
  return useQuery({ ...keywordRowsQuery(useMode(), shown, 1), gcTime: KEPT_MS });
}

/** The rows at these indexes. Undefined while they load. */
export function useRowsAt(places: number[]): (place: number) => KeywordRow | undefined {
  const mode = useMode();
  const { shown } = useKeywordFilter();
  const first = useFirstRows();
  const pages = [...new Set(places.map(pageOf))].filter((page) => page > 1);
  const queries = useQueries({
    // Cancelled when its rows are scrolled out of view. Never shows the rows of another page.
    queries: pages.map((page) => ({
      ...keywordRowsQuery(mode, shown, page),
      gcTime: KEPT_MS,
      placeholderData: undefined,
    })),
  });
  return (place) => {
    const page = pageOf(place);
    const list = page === 1 ? first.data : queries[pages.indexOf(page)]?.data;
    return list?.data[place % ROWS_A_PAGE];
  };
}

function pageOf(place: number): number {
  return Math.floor(place / ROWS_A_PAGE) + 1;
}

interface RowWindow {
  count: number;
  height: number;
  lanes?: number;
}

/**
 * Renders only the rows near the viewport. The focused row stays rendered while scrolling, otherwise the focus would be
 * lost.
 */
export function useRowWindow({ count, height, lanes = 1 }: RowWindow) {
  const list = useRef<HTMLDivElement>(null);
  const top = useTop(list);
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const places = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || places.includes(focused)) return places;
      return [...places, focused].sort((a, b) => a - b);
    },
    [focused],
  );
  const virtualizer = useWindowVirtualizer({
    count,
    lanes,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
    rangeExtractor,
  });
  return { list, virtualizer, setFocused };
}

/** The distance of the list from the top of the page. It changes with the content above, such as banners. */
function useTop(list: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const measured = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0;
      setTop((known) => (Math.abs(known - measured) < 1 ? known : measured));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [list]);
  return top;
}
