import classes from './legend.module.css';

/** A sample of the line or area as drawn in the chart. */
export function Swatch({ color, dash, isThick, isArea, isPale }: SwatchProps) {
  return (
    <svg className={classes.swatch} data-pale={isPale ?? false} width={22} height={10} aria-hidden="true">
      {isArea ? (
        <rect x={5} width={12} height={10} rx={2} fill={color} />
      ) : (
        <line x1={0} x2={22} y1={5} y2={5} stroke={color} strokeWidth={isThick ? 3 : 2} strokeDasharray={dash} />
      )}
    </svg>
  );
}

export interface SwatchProps {
  color: string;
  dash?: string | undefined;
  isThick?: boolean | undefined;
  isArea?: boolean | undefined;
  isPale?: boolean | undefined;
}
