import { useMemo, useState } from 'react';
import type { ChartSeries } from './chart-types.ts';

/** The lines that are not drawn: those hidden at first, unless the user selects them, and those the user hides. */
export function useHidden(series: ChartSeries[]) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setToggled((old) => new Set(old.has(id) ? [...old].filter((other) => other !== id) : [...old, id]));
  const hidden: ReadonlySet<string> = useMemo(
    () => new Set(series.filter(({ id, isHidden = false }) => isHidden !== toggled.has(id)).map(({ id }) => id)),
    [series, toggled],
  );
  return { hidden, toggle };
}
