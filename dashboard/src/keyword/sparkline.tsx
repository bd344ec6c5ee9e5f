import classes from './sparkline.module.css';

/** The shape of a series from 0 to 100, beside its number. A day without an answer is bridged. */
export function Sparkline({ values, color }: { values: (number | undefined)[]; color: string }) {
  const last = Math.max(1, values.length - 1);
  const points = values.flatMap((value, day) => (value === undefined ? [] : [`${(100 * day) / last},${100 - value}`]));
  if (points.length < 2) return null;
  return (
    <svg className={classes.sparkline} viewBox="0 -3 100 106" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={`0,103 ${points.join(' ')} 100,103`} fill={color} fillOpacity={0.1} stroke="none" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
