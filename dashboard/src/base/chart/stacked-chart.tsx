import type { ChartProps } from './chart-types.ts';

export function StackedChart({ label }: ChartProps) {
  return <figure aria-label={label} />;
}
