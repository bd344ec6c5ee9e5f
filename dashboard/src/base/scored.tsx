import type { ReactNode } from 'react';
import { collecting } from '../../../server/src/base/score-text.ts';
import classes from './scored.module.css';

interface ScoredProps {
  /** Valid answers behind the score. */
  answers: number;
  /** Answers planned in seven days. */
  planned?: number | null | undefined;
  /** In place of a headline. */
  isLarge?: boolean;
  /** The score. */
  children: ReactNode;
}

/** A score, or with too few answers how many there are. */
export function Scored({ answers, planned, isLarge = false, children }: ScoredProps) {
  const text = collecting(answers, planned);
  if (text === undefined) return children;
  return (
    <span className={`${classes.collecting} numeric`} data-large={isLarge}>
      {text}
    </span>
  );
}
