import type { Draft } from './draft.ts';
import type { Problem } from './problems.ts';

/** What every step of the wizard is given. */
export interface StepProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  problems: Problem[];
}
