import { useResizeObserver } from '@mantine/hooks';
import { type Ref, useMemo } from 'react';
import type { ChartProps } from './chart-types.ts';
import { createScales, type Scales } from './scales.ts';
import type { Timeline } from './timeline.ts';

const WIDE = 620;

interface Plot {
  ref: Ref<HTMLDivElement>;
  /** None before the first measurement. */
  scales: Scales | undefined;
  hasLabels: boolean;
}

/** The room the chart has at the moment. */
export function usePlot(
  timeline: Timeline,
  { domain, labelWidth }: { domain: ChartProps['domain']; labelWidth: number },
): Plot {
  const [ref, { width }] = useResizeObserver<HTMLDivElement>();
  const [low, high] = domain ?? [0, 100];
  const scales = useMemo((): Scales | undefined => {
    if (width === 0) return undefined;
    const isWide = width >= WIDE;
    return createScales({
      width,
      height: isWide ? 290 : 230,
      rightMargin: isWide ? labelWidth : 12,
      days: timeline.days,
      domain: [low, high],
    });
  }, [width, timeline, low, high, labelWidth]);
  return { ref, scales, hasLabels: width >= WIDE };
}
