import { Button } from '@mantine/core';
import type { ItemOf } from '@visibility/server/contract';
import { useState } from 'react';
import { useDismiss } from '../api/review.ts';
import { FormMessage } from '../base/form-message.tsx';
import { formatAge, formatCount, formatDay, formatNumber, formatTime } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { PageLink } from '../base/page-link.tsx';
import { MemberOnly } from '../base/role.tsx';
import { useNow } from '../base/session-context.ts';
import { useRead } from '../base/use-read.ts';
import { Part } from './part.tsx';
import classes from './review.module.css';

type ReviewEntry = ItemOf<'GET /:mode/review'>;

const SHOWN = 5;

/** What to do next, the most important first. */
export function ReviewPart() {
  return (
    <Part title="To review" result={useRead('GET /:mode/review', { query: { per_page: 100 } })} height={120}>
      {({ data }) => <Entries entries={data} />}
    </Part>
  );
}

function Entries({ entries }: { entries: ReviewEntry[] }) {
  const [isLong, setLong] = useState(false);
  const [hasDismissed, setDismissed] = useState(false);
  const dismiss = useDismiss(useMode());
  const open = entries.filter(({ dismissed_at }) => dismissed_at === null);
  const dismissed = entries.filter(({ dismissed_at }) => dismissed_at !== null);
  const shown = [...open.slice(0, isLong ? undefined : SHOWN), ...(hasDismissed ? dismissed : [])];
  const last = dismiss.data?.dismissed_at ? dismiss.data : undefined;
  const change = (entry: ReviewEntry) =>
    dismiss.mutate({ reviewId: entry.review_id, isDismissed: entry.dismissed_at === null });
  return (
    <>
      {open.length === 0 && <p className={classes.note}>Nothing to review.</p>}
      <ul className={classes.list}>
        {shown.map((entry) => (
          <Entry key={entry.review_id} entry={entry} onChange={() => change(entry)} />
        ))}
      </ul>
      {dismiss.error && <FormMessage error={dismiss.error} />}
      <div className={classes.more}>
        <output>
          {last && (
            <>
              Dismissed until there is new evidence.{' '}
              <Button size="compact-sm" variant="subtle" onClick={() => change(last)}>
                Undo
              </Button>
            </>
          )}
        </output>
        {open.length > SHOWN && (
          <Button size="compact-sm" variant="subtle" onClick={() => setLong(!isLong)}>
            {isLong ? 'Show fewer' : `Show all ${formatNumber(open.length)}`}
          </Button>
        )}
        {dismissed.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => setDismissed(!hasDismissed)}>
            {hasDismissed ? 'Hide dismissed' : `Show ${formatNumber(dismissed.length)} dismissed`}
          </Button>
        )}
      </div>
    </>
  );
}

function Entry({ entry, onChange }: { entry: ReviewEntry; onChange: () => void }) {
  const { kind, text, since, evidence, next_step, dismissed_at } = entry;
  const now = useNow();
  return (
    <li className={classes.entry} data-kind={kind} data-dismissed={dismissed_at !== null}>
      <span className={classes.what}>
        <bdi>{text}</bdi>
        <small className="numeric">
          {evidence.figures.map(describeFigure).join(' · ')}
          {evidence.figures.length > 0 && ' · '}
          <time dateTime={since} title={formatTime(since)}>
            {kind === 'gap' ? `since ${formatDay(since.slice(0, 10))}` : formatAge(since, now)}
          </time>
        </small>
      </span>
      <span className={classes.actions}>
        <PageLink url={next_step.url} label={`${next_step.text}: ${text}`}>
          {next_step.text}
        </PageLink>
        <MemberOnly>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`${dismissed_at ? 'Restore' : 'Dismiss'}: ${text}`}
            onClick={onChange}
          >
            {dismissed_at ? 'Restore' : 'Dismiss'}
          </Button>
        </MemberOnly>
      </span>
    </li>
  );
}

/** `Now: 25% (14–40%) of 40 answers` */
function describeFigure({ label, percent, interval: [low, high], of }: ReviewEntry['evidence']['figures'][number]) {
  return `${label}: ${percent}% (${low}–${high}%) of ${formatCount(of, 'answer')}`;
}
