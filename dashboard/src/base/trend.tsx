import { Icon } from './icons.tsx';
import classes from './trend.module.css';

/** A signed percentage such as `+20%` with an arrow. */
export function Trend({ value }: { value: string }) {
  const direction = trendDirection(value);
  return (
    <span className={`${classes.trend} ${classes[direction]} numeric`}>
      {direction !== 'level' && <Icon name={direction} size={12} />}
      {direction === 'level' ? '0%' : value.replace('-', '−')}
    </span>
  );
}

function trendDirection(value: string): 'up' | 'down' | 'level' {
  const change = Number.parseInt(value, 10);
  if (!change) return 'level';
  return change > 0 ? 'up' : 'down';
}
