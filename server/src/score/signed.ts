/** An integer with an explicit sign: `+13`, `-8`, `+0`. */
export function signedNumber(value: number): string {
  return value < 0 ? `${value}` : `+${value}`;
}

/** A whole percentage with an explicit sign: `+20%`, `-8%`, `+0%`. */
export function signedPercent(value: number): string {
  return `${signedNumber(value)}%`;
}
