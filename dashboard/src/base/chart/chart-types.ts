/** The value of a day. If it is undefined, the line has a gap. */
export interface ChartPoint {
  /** A calendar day, `2026-03-04`. */
  date: string;
  value: number | undefined;
  /** Ends of the interval, if it is drawn. */
  low?: number;
  high?: number;
  /** The number of answers, shown on hover. */
  sampleSize?: number;
}

export interface ChartSeries {
  id: string;
  label: string;
  /** A CSS color. */
  color: string;
  /** SVG dash pattern, so that lines can be distinguished without color. */
  dash?: string;
  /** Drawn thicker, on top, with its interval as a band. */
  isMain?: boolean;
  /** Not drawn until it is selected in the legend. */
  isHidden?: boolean;
  /** An earlier period, drawn paler. */
  isEarlier?: boolean;
  /** Shown in the legend instead of the last value. */
  total?: number | undefined;
  points: ChartPoint[];
}

/** An event, drawn as a mark on the line. */
export interface ChartMark {
  id: string;
  date: string;
  label: string;
  /** The line it belongs to. Defaults to the main line. */
  seriesId?: string;
  onSelect?: () => void;
}

/** A day on which the measurement changed, drawn as a vertical line. */
export interface ChartBreak {
  date: string;
  label: string;
  /** A note of the workspace. */
  isNote?: boolean;
}

export interface ChartProps {
  /** The caption, also read by screen readers. */
  label: string;
  series: ChartSeries[];
  marks?: ChartMark[];
  breaks?: ChartBreak[];
  /** Bottom and top of the axis. Defaults to 0 and 100. */
  domain?: [number, number];
  /** Shown after every value: `%`. */
  unit?: string;
  /** Height of the chart in pixels, except on narrow screens. */
  height?: number;
}
