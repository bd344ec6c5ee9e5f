import classes from './legend.module.css';

/** A sample of the line as drawn in the chart. */
export function Swatch({ color, dash, isThick, isPale }: SwatchProps) {
  return (
    <svg className={classes.swatch} data-pale={isPale ?? false} width={22} height={10} aria-hidden="true">
      <line x1={0} x2={22} y1={5} y2={5} stroke={color} strokeWidth={isThick ? 3 : 2} strokeDasharray={dash} />
    </svg>
  );
}

export interface SwatchProps {
  color: string;
  dash?: string | undefined;
  isThick?: boolean | undefined;
  isPale?: boolean | undefined;
}
