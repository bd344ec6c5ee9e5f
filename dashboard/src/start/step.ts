import type { UseFormReturnType } from '@mantine/form';
import type { Draft } from './draft.ts';

/** Props of every step of the wizard. */
export interface StepProps {
  form: UseFormReturnType<Draft>;
}
