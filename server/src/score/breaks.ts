import { groupBy } from '../base/group-by.ts';

/**
 * What a platform's answers are made with. `requested_model` and `adapter_version` are ours: when one changes, scores
 * before and after are not comparable. `model` is what the platform served: when it changes, visibility may really
 * have changed.
 */
export type Trait = 'requested_model' | 'adapter_version' | 'model';

/** A value of a trait that occurred on a day. */
export interface TraitDay {
  platform: string;
  day: string;
  trait: Trait;
  value: string;
}

/** The first day of a value that the days before did not have. */
export interface Break {
  platform: string;
  day: string;
  trait: Trait;
  before: string[];
  after: string[];
}

/**
 * How many earlier days with answers to compare with. A platform may serve two models side by side for a while, and with
 * few answers not both every day. Our own settings change at one moment.
 */
const DAYS_COMPARED: Record<Trait, number> = { requested_model: 1, adapter_version: 1, model: 7 };

/** Every break, oldest first. */
export function findBreaks(days: readonly TraitDay[]): Break[] {
  const series = groupBy(days, ({ platform, trait }) => `${platform} ${trait}`);
  const breaks = [...series.values()].flatMap(breaksIn);
  return breaks.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.platform < b.platform ? -1 : 1));
}

function breaksIn(days: TraitDay[]): Break[] {
  const byDay = [...groupBy(days, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  const values = byDay.map(([, ofDay]) => ofDay.map(({ value }) => value).sort());
  return byDay.flatMap(([day, [first]], index) => {
    const known = values.slice(Math.max(0, index - DAYS_COMPARED[first?.trait ?? 'model']), index);
    const after = (values[index] ?? []).filter((value) => !known.some((before) => before.includes(value)));
    if (!first || known.length === 0 || after.length === 0) return [];
    return [{ platform: first.platform, day, trait: first.trait, before: values[index - 1] ?? [], after }];
  });
}

/** Whether the measurement itself changed, so that the two sides must not be compared. */
export function isOurs({ trait }: Pick<Break, 'trait'>): boolean {
  return trait !== 'model';
}
