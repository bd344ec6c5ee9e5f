import { useResizeObserver } from '@mantine/hooks';
import { type Ref, useMemo } from 'react';
import type { ChartProps } from './chart-types.ts';
import { createScales, type Scales } from './scales.ts';
import type { Timeline } from './timeline.ts';

const WIDE = 560;
const USUAL_HEIGHT = 290;

interface Plot {
  ref: Ref<HTMLDivElement>;
  /** Undefined until the width is known. */
  scales: Scales | undefined;
  hasLabels: boolean;
}

/** The scales for the current size of the chart. */
export function usePlot(
  timeline: Timeline,
  { domain, labelWidth, height = USUAL_HEIGHT }: Pick<ChartProps, 'domain' | 'height'> & { labelWidth: number },
): Plot {
  const [ref, { width }] = useResizeObserver<HTMLDivElement>();
  const [low, high] = domain ?? [0, 100];
  const scales = useMemo((): Scales | undefined => {
    if (width === 0) return undefined;
    const isWide = width >= WIDE;
    return createScales({
      width,
      height: isWide ? height : 230,
      rightMargin: isWide ? labelWidth : 12,
      days: timeline.days,
      domain: [low, high],
    });
  }, [width, timeline, low, high, labelWidth, height]);
  return { ref, scales, hasLabels: width >= WIDE };
}
