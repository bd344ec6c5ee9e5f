import { formatCount, formatLongDay, formatNumber } from '../format.ts';
import type { ChartPoint, ChartSeries } from './chart-types.ts';

const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const years = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export function formatValue(value: number, unit = ''): string {
  const number = formatNumber(Math.round(value * 10) / 10);
  return unit === '' || unit === '%' ? number + unit : `${number} ${unit}`;
}

/** `38–46`, if the interval is known. */
export function formatInterval({ low, high }: { low?: number; high?: number }): string | undefined {
  if (low === undefined || high === undefined) return undefined;
  return low === high ? formatValue(low) : `${formatValue(low)}–${formatValue(high)}`;
}

/** January includes the year. */
export function formatMonth(date: string): string {
  return (date.slice(5, 7) === '01' ? years : months).format(new Date(`${date}T00:00:00Z`));
}

/** A value as a sentence for screen readers. */
export function describePoint({ value, low, high, sampleSize }: ChartPoint, unit: string | undefined): string {
  if (value === undefined) return 'no data';
  const interval =
    low === undefined || high === undefined ? '' : `, 95% interval ${formatValue(low)} to ${formatValue(high)}`;
  const size = sampleSize === undefined ? '' : `, from ${formatCount(sampleSize, 'answer')}`;
  return formatValue(value, unit) + interval + size;
}

/** The chart in a sentence: the date range and the first and last value of the main line. */
export function describeSeries(series: ChartSeries[], unit: string | undefined): string {
  const main = series.find(({ isMain }) => isMain) ?? series[0];
  const measured = main?.points.filter(({ value }) => value !== undefined) ?? [];
  const [first, last] = [measured[0], measured.at(-1)];
  if (!main || first?.value === undefined || last?.value === undefined) return 'No data in this range.';
  const names = series.filter(({ id }) => id !== main.id).map(({ label }) => label);
  const others = names.length === 0 ? '' : ` Other lines: ${names.join(', ')}.`;
  if (first === last)
    return `${main.label} was ${formatValue(last.value, unit)} on ${formatLongDay(last.date)}.${others}`;
  const values = `went from ${formatValue(first.value, unit)} to ${formatValue(last.value, unit)}`;
  return `From ${formatLongDay(first.date)} to ${formatLongDay(last.date)}, ${main.label} ${values}.${others}`;
}
