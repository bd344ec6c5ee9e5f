/** The first few, and how many more there are. */
export function listOf(items: string[], most: number): string {
  const more = items.length - most;
  return items.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `2 to 8 November 2026`, `26 October to 1 November 2026`: as short as it can be said without doubt. */
export function periodText(start: string, end: string): string {
  const [first, last] = [new Date(start), new Date(end)];
  const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(date);
  const whole: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  if (start === end) return format(last, whole);
  if (start.slice(0, 7) === end.slice(0, 7)) return `${first.getUTCDate()} to ${format(last, whole)}`;
  if (start.slice(0, 4) === end.slice(0, 4)) {
    return `${format(first, { day: 'numeric', month: 'long' })} to ${format(last, whole)}`;
  }
  return `${format(first, whole)} to ${format(last, whole)}`;
}

/** `12,345` */
export function countText(count: number): string {
  return new Intl.NumberFormat('en-GB').format(count);
}

/** `1 keyword`, `12,345 keywords` */
export function numberOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
