import type { SourceType } from '@visibility/sdk';
import classes from './citations-page.module.css';
import { TYPES } from './source-words.ts';

export function TypeName({ type }: { type: SourceType }) {
  return (
    <span className={classes.owner} data-owner={type}>
      {TYPES[type]}
    </span>
  );
}
