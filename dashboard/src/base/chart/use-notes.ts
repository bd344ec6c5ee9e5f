import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { annotationsQuery } from '../../api/annotations.ts';
import { formatDay } from '../format.ts';
import { useMode } from '../mode.ts';
import type { ChartBreak } from './chart-types.ts';
import type { Timeline } from './timeline.ts';

/** The notes of the workspace on the days of a chart. */
export function useNotes({ dates }: Timeline): ChartBreak[] {
  const { data: notes } = useQuery(annotationsQuery(useMode()));
  return useMemo(() => {
    const [first = '', last = ''] = [dates[0], dates.at(-1)];
    const shown = (notes ?? []).filter(({ date }) => date >= first && date <= last);
    return shown.map(({ date, text }) => ({ date, label: `${formatDay(date)}: ${text}`, isNote: true }));
  }, [notes, dates]);
}
