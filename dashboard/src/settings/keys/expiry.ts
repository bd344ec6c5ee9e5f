export const EXPIRIES = [
  { value: 'never', label: 'Never', days: undefined },
  { value: '7', label: 'In 7 days', days: 7 },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In a year', days: 365 },
  { value: 'date', label: 'On a date…', days: undefined },
];

export interface Expiry {
  /** One of the choices above. */
  expiry: string;
  /** The last day on which the key works, if `expiry` is `date`. */
  date: string;
}

/** The time of expiry in UTC. The last day ends at midnight local time. */
export function expiresAt({ expiry, date }: Expiry, now: Date): string | null {
  if (expiry === 'date') {
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
    return date ? new Date(year, month - 1, day + 1).toISOString() : null;
  }
  const days = EXPIRIES.find(({ value }) => value === expiry)?.days;
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000).toISOString();
}
