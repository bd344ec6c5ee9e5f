import type { ChartProps } from './chart-types.ts';

export function LineChart({ label }: ChartProps) {
  return <figure aria-label={label} />;
}
