export interface Bar {
  id: string;
  label: string;
  value: number;
  /** Ends of the interval, drawn as a whisker. */
  low?: number;
  high?: number;
  color?: string;
  /** Behind the value: `n = 40`. */
  note?: string;
}

export function BarChart({ label }: { label: string; bars: Bar[]; max?: number; unit?: string }) {
  return <figure aria-label={label} />;
}
