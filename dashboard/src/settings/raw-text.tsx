import classes from './settings.module.css';
import { visibleText } from './visible-text.ts';

/** Untrusted text from outside. */
export function RawText({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.raw} tabIndex={0} aria-label={label}>
      <bdi>{visibleText(text)}</bdi>
    </section>
  );
}
