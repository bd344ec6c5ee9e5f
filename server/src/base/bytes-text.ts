const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size for people, with two significant digits: `41 GB`. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : Number(value.toPrecision(value >= 100 ? 3 : 2))} ${UNITS[unit]}`;
}
