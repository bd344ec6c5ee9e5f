import type { KeywordRow } from '../api/keywords.ts';
import classes from './keyword-marks.module.css';

/** Labels of a keyword: paused, country and language, tags. */
export function KeywordMarks({ row: { status, country, language, tags } }: { row: KeywordRow }) {
  const market = [country, language].filter(Boolean).join(' · ');
  if (status === 'active' && !market && tags.length === 0) return null;
  return (
    <span className={classes.marks} title={tags.join(', ') || undefined}>
      {status === 'paused' && <span className={classes.paused}>Paused</span>}
      {market && <span className={classes.mark}>{market}</span>}
      {tags.map((tag) => (
        <bdi key={tag} className={classes.mark}>
          {tag}
        </bdi>
      ))}
    </span>
  );
}
