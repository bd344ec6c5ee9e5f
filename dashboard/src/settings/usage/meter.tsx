import { formatNumber } from '../../base/format.ts';
import classes from './meter.module.css';

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  format?: (value: number) => string;
}

/** Usage of a limit, as text and as a bar. */
export function Meter({ label, used, limit, format = formatNumber }: MeterProps) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  return (
    <div className={classes.meter}>
      <div className={classes.words}>
        <span>{label}</span>
        <strong className="numeric">
          {format(used)} of {format(limit)}
        </strong>
      </div>
      <div className={classes.track} aria-hidden="true" data-full={share >= 0.9}>
        <div className={classes.bar} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
