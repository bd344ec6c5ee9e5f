/**
 * The value under a name that may be any text. Without it, a platform named `constructor` finds what every object
 * inherits.
 */
export function own<Value>(record: Record<string, Value> | null | undefined, name: string): Value | undefined {
  return record != null && Object.hasOwn(record, name) ? record[name] : undefined;
}
