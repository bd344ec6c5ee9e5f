import type { Scatter } from './scatter.ts';

/** The scatter of a series after each of its judged windows, oldest first. */
export interface PastScatter {
  platform: string;
  windows: number[];
  phi: number[];
  df: number[];
}

/** By platform, after all windows before this one. Empty until it was measured. */
export type ScatterBefore = (window: number) => ReadonlyMap<string, Scatter>;

/** A number of a day depends on the windows that closed before that day only, so that it can be computed again. */
export function scatterBefore(rows: readonly PastScatter[]): ScatterBefore {
  const known = new Map<number, ReadonlyMap<string, Scatter>>();
  return (window) => {
    const found = known.get(window) ?? new Map(rows.flatMap((row) => latestBefore(row, window)));
    known.set(window, found);
    return found;
  };
}

function latestBefore({ platform, windows, phi, df }: PastScatter, window: number): [string, Scatter][] {
  const index = windows.findLastIndex((one) => one < window);
  const scatter = { phi: phi[index] ?? 1, df: df[index] ?? 1 };
  return index < 0 ? [] : [[platform, scatter]];
}
