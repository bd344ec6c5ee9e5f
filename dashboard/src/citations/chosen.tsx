import { Button, VisuallyHidden } from '@mantine/core';
import { visibleText } from '../base/visible-text.ts';
import classes from './chosen.module.css';

interface ChosenProps {
  text: string;
  /** What a click does: `show all domains`. */
  action: string;
  onClear: () => void;
}

/** An active filter with a button to remove it. */
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
