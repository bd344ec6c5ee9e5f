import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './chart-frame.module.css';

interface ChartFrameProps {
  label: string;
  /** A one-sentence summary for screen readers. */
  description: string;
  chart: ReactNode;
  /** The same data as a table. */
  table: () => ReactNode;
}

/** A figure with its caption, shown as a chart or as a table. */
export function ChartFrame({ label, description, chart, table }: ChartFrameProps) {
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const captionId = useId();
  return (
    <figure className={classes.figure} aria-labelledby={captionId}>
      <div className={classes.head}>
        <figcaption className={classes.caption} id={captionId}>
          {label}
        </figcaption>
        <SegmentedControl
          size="xs"
          aria-label={`Show ${label} as`}
          value={shown}
          onChange={setShown}
          data={[
            { label: 'Chart', value: 'chart' },
            { label: 'Table', value: 'table' },
          ]}
        />
      </div>
      <VisuallyHidden component="p">{description}</VisuallyHidden>
      {shown === 'chart' ? chart : table()}
    </figure>
  );
}
