import { Button, VisuallyHidden } from '@mantine/core';
import { visibleText } from '../answer/visible-text.ts';
import classes from './chosen.module.css';

interface ChosenProps {
  text: string;
  /** What a press does: `show all domains`. */
  action: string;
  onClear: () => void;
}

/** Something that a list is narrowed to, and the way out of it. */
export function Chosen({ text, action, onClear }: ChosenProps) {
  return (
    <Button variant="light" className={classes.chosen} title={visibleText(text)} onClick={onClear}>
      <bdi className={classes.text}>{visibleText(text)}</bdi>
      <VisuallyHidden>: {action}</VisuallyHidden>
      <span aria-hidden="true" className={classes.cross}>
        ×
      </span>
    </Button>
  );
}
