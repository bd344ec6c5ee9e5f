/** The first few items, and how many more there are. */
export function listOf(items: string[], most: number): string {
  const more = items.length - most;
  return items.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `November 2–8, 2026`, `October 26 – November 1, 2026`. */
export function periodText(start: string, end: string): string {
  const [first, last] = [new Date(start), new Date(end)];
  const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(date);
  const whole: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  if (start === end) return format(last, whole);
  const firstDay = format(first, { day: 'numeric', month: 'long' });
  if (start.slice(0, 7) === end.slice(0, 7)) return `${firstDay}–${last.getUTCDate()}, ${last.getUTCFullYear()}`;
  if (start.slice(0, 4) === end.slice(0, 4)) return `${firstDay} – ${format(last, whole)}`;
  return `${format(first, whole)} – ${format(last, whole)}`;
}

/** `12,345` */
export function countText(count: number): string {
  return new Intl.NumberFormat('en-US').format(count);
}

/** `1 keyword`, `12,345 keywords` */
export function numberOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
