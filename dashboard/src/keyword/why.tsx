import { Link } from '@tanstack/react-router';
import type { ChangeReasons, ComparedShare } from '@visibility/sdk';
import { Change } from '../base/change.tsx';
import { visibleText } from '../base/visible-text.ts';
import { DifferingAnswers } from './differing-answers.tsx';
import classes from './why.module.css';

interface WhyProps {
  why: ChangeReasons;
  /** Whose score changed. */
  who: string;
}

/** What else changed in the same answers: prompts, brands and sources, and two answers that differ. */
export function Why({ why, who }: WhyProps) {
  return (
    <>
      <ul className={classes.summary} aria-label="What changed">
        {why.summary.map((sentence) => (
          <li key={sentence}>
            <bdi>{visibleText(sentence)}</bdi>
          </li>
        ))}
      </ul>
      <DifferingAnswers examples={why.examples} who={who} />
      <ShareList title="Prompts" rows={why.prompts.map((row) => ({ ...row, id: row.prompt_id, name: row.prompt }))} />
      <ShareList title="Who is mentioned instead" rows={why.brands.map((row) => ({ ...row, id: row.competitor_id }))} />
      <ShareList
        title="Sources"
        rows={why.sources.map((row) => ({ ...row, id: `${row.domain} ${row.owner}`, name: nameOfSource(row) }))}
        others={why.sources_compared - why.sources.length}
      />
    </>
  );
}

function nameOfSource({ domain, owner }: ChangeReasons['sources'][number]): string {
  return owner === 'other' ? domain : `${domain} (${owner === 'own' ? 'yours' : 'competitor'})`;
}

interface ShareListProps {
  title: string;
  rows: (ComparedShare & { id: string; name: string })[];
  /** Compared, but not in the list. */
  others?: number;
}

function ShareList({ title, rows, others = 0 }: ShareListProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className={classes.title} id={title}>
        {title}
      </h3>
      <ul className={classes.rows} aria-labelledby={title}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <bdi className={classes.name}>{visibleText(row.name)}</bdi>
            <span className="numeric" title={describeIntervals(row)}>
              {row.previous_share}% → <strong>{row.new_share}%</strong>
              <small className={classes.counts}>
                {row.k1} of {row.n1} → {row.k2} of {row.n2}
              </small>
            </span>
            <Change change={{ points: row.points, significant: row.change !== 'no_clear_change' }} />
            <AnswerLinks row={row} />
          </li>
        ))}
      </ul>
      {others > 0 && <p className={classes.others}>{others} other sources: no clear change</p>}
    </section>
  );
}

function describeIntervals({ previous_interval: one, new_interval: two, points_interval: points }: ComparedShare) {
  return `95% intervals: ${one[0]}–${one[1]}% before, ${two[0]}–${two[1]}% after; change ${points[0]} to ${points[1]} points`;
}

/** The newest answers that contain it. */
function AnswerLinks({ row: { name, points, answer_ids } }: { row: ShareListProps['rows'][number] }) {
  if (answer_ids.length === 0) return <span />;
  return (
    <span className={classes.links}>
      {points > 0 ? 'After:' : 'Before:'}
      {answer_ids.slice(0, 3).map((answerId, index) => (
        <Link
          key={answerId}
          to="/answers/$answerId"
          params={{ answerId }}
          aria-label={`Answer ${index + 1} with ${visibleText(name)}`}
        >
          {index + 1}
        </Link>
      ))}
    </span>
  );
}
