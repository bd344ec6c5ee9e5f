import { Link } from '@tanstack/react-router';
import type { OverviewFilter, OverviewNews } from '../api/overview.ts';
import { Change } from '../base/change.tsx';
import { formatDate, formatNumber } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { platformLook } from '../base/platforms.ts';
import { useRead } from '../base/use-read.ts';
import classes from './overview.module.css';
import { Part } from './part.tsx';

export function MovesPart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part title="Latest changes" result={useRead('GET /:mode/overview/news', { query: filter })} height={220}>
      {({ moves, moves_total }) => (
        <>
          <p className={classes.note}>
            {moves.length === 0
              ? 'No significant changes between weeks. Changes are kept for 30 days.'
              : `Statistically significant changes${moves_total > moves.length ? ` (newest ${moves.length} of ${formatNumber(moves_total)})` : ''}`}
          </p>
          <ul className={classes.list}>
            {moves.map((move) => (
              <Move key={move.event_id} move={move} />
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function Move({ move }: { move: OverviewNews['moves'][number] }) {
  const { keyword_id: keywordId, event_id, previous_score: old, new_score: now } = move;
  // `days` is in the type because TypeScript requires a property in common with the page's view.
  const evidence: { event: string; days?: 30 } = { event: event_id };
  return (
    <li className={classes.item}>
      <span className={classes.move}>
        <Change change={{ points: now - old, significant: true }} />
      </span>
      <span className={classes.what}>
        <KeywordLink {...move} />
        <small className="numeric">
          {platformLook(move.platform).name} · {old} → {now} · {formatDate(move.created_at)}
        </small>
      </span>
      <Link
        to="/keywords/$keywordId"
        params={{ keywordId }}
        search={evidence}
        aria-label={`Why did ${move.keyword} change?`}
      >
        Why?
      </Link>
    </li>
  );
}
