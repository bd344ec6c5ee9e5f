export interface Scales {
  width: number;
  height: number;
  left: number;
  /** The right edge of the plot. Labels may be to the right of it. */
  right: number;
  top: number;
  bottom: number;
  x: (day: number) => number;
  y: (value: number) => number;
  /** The day at a horizontal position, with fractions. */
  dayAt: (x: number) => number;
}

export interface Room {
  width: number;
  height: number;
  /** Room for the labels to the right of the last point. */
  rightMargin: number;
  days: number[];
  domain: [number, number];
}

const LEFT = 38;
const TOP = 12;
const BOTTOM = 26;

export function createScales({ width, height, rightMargin, days, domain: [low, high] }: Room): Scales {
  const [left, right, top, bottom] = [LEFT, Math.max(LEFT + 1, width - rightMargin), TOP, height - BOTTOM];
  const first = days[0] ?? 0;
  const length = (days.at(-1) ?? first) - first;
  // A single day is drawn in the middle.
  const x = (day: number) => (length === 0 ? (left + right) / 2 : left + ((day - first) / length) * (right - left));
  const y = (value: number) =>
    bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (bottom - top);
  const dayAt = (place: number) => first + ((place - left) / (right - left)) * length;
  return { width, height, left, right, top, bottom, x, y, dayAt };
}

/** Moves overlapping labels apart by as little as needed and keeps their order. */
export function spreadLabels(
  places: number[],
  { gap, top, bottom }: { gap: number; top: number; bottom: number },
): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  let least = top;
  for (const label of order) {
    label.place = Math.max(label.place, least);
    least = label.place + gap;
  }
  let most = bottom;
  for (const label of order.reverse()) {
    label.place = Math.min(label.place, most);
    most = label.place - gap;
  }
  const spread = [...places];
  for (const { place, index } of order) spread[index] = place;
  return spread;
}
