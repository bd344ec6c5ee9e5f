/** A day's value. Undefined: nothing was measured, and the line has a gap. */
export interface ChartPoint {
  /** A calendar day, `2026-03-04`. */
  date: string;
  value: number | undefined;
  /** Ends of the interval, where one is drawn. */
  low?: number;
  high?: number;
  /** How many answers it rests on, for the hover. */
  sampleSize?: number;
}

export interface ChartSeries {
  id: string;
  label: string;
  /** A CSS colour. */
  color: string;
  /** SVG dash pattern, so that lines differ without colour. */
  dash?: string;
  /** Drawn thicker, on top, with its interval as a band. */
  isMain?: boolean;
  points: ChartPoint[];
}

/** Something that happened on a day, drawn as a mark on the line. */
export interface ChartMark {
  id: string;
  date: string;
  label: string;
  /** Its line; left out: the main one. */
  seriesId?: string;
  onSelect?: () => void;
}

export interface ChartProps {
  /** What is drawn, for the caption and a screen reader. */
  label: string;
  series: ChartSeries[];
  marks?: ChartMark[];
  /** Bottom and top of the axis; left out: 0 to 100. */
  domain?: [number, number];
  /** Behind every value: `%`. */
  unit?: string;
  /** Of the drawing in pixels, where the screen is not narrow. */
  height?: number;
}
