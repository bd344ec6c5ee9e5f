import type { UseFormReturnType } from '@mantine/form';
import type { Draft } from './draft.ts';

/** What every step of the wizard is given. */
export interface StepProps {
  form: UseFormReturnType<Draft>;
}
