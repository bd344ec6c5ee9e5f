import classes from './settings.module.css';
import { visibleText } from './visible-text.ts';

/** Somebody else's text, to be looked at and never trusted. */
export function RawText({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls, and without a stop the keyboard cannot
    <section className={classes.raw} tabIndex={0} aria-label={label}>
      <bdi>{visibleText(text)}</bdi>
    </section>
  );
}
