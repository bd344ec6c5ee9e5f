import type { ReactNode } from 'react';
import classes from './settings.module.css';

/** A list of labels and values. */
export function Facts({ of }: { of: [name: string, value: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
