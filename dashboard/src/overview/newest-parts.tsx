import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { newsQuery, type OverviewFilter } from '../api/overview.ts';
import { formatAge, formatTime } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import { sentimentLabel } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import classes from './overview.module.css';
import { Part } from './part.tsx';
import { withoutControls } from './without-controls.ts';

export function MentionsPart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part
      title="Latest mentions"
      result={useQuery(newsQuery(useMode(), filter))}
      height={240}
      more={
        <Link to="/mentions" search={filter}>
          All mentions
        </Link>
      }
    >
      {({ mentions }) =>
        mentions.length === 0 ? (
          <p className={classes.note}>No answers in this range mention your brand.</p>
        ) : (
          <ul className={classes.list}>
            {mentions.map(({ mention_id, answer_id, context, sentiment, ...found }) => (
              <li key={mention_id} className={classes.item}>
                <span className={classes.what}>
                  <Link to="/answers/$answerId" params={{ answerId: answer_id }} className={classes.excerpt}>
                    <bdi>{withoutControls(context)}</bdi>
                  </Link>
                  <Found {...found} words={sentimentLabel(sentiment)} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
}

export function CitationsPart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part
      title="Latest citations"
      result={useQuery(newsQuery(useMode(), filter))}
      height={240}
      more={
        <Link to="/citations" search={{ ...filter, tab: 'newest', owner: 'own' }}>
          All citations
        </Link>
      }
    >
      {({ citations }) =>
        citations.length === 0 ? (
          <p className={classes.note}>No answers in this range cite your pages.</p>
        ) : (
          <ul className={classes.list}>
            {citations.map(({ citation_id, answer_id, url, domain, title, ...found }) => (
              <li key={citation_id} className={classes.item}>
                <span className={classes.what}>
                  <Link to="/answers/$answerId" params={{ answerId: answer_id }} className={classes.excerpt}>
                    <bdi>{withoutControls(title || url)}</bdi>
                  </Link>
                  <Found {...found} words={domain} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
}

interface FoundProps {
  keyword: string;
  platform: string;
  detected_at: string;
  words: string;
}

function Found({ keyword, platform, detected_at, words }: FoundProps) {
  const now = useNow();
  return (
    <small>
      {platformLook(platform).name} · <bdi>{keyword}</bdi> · {words} ·{' '}
      <time dateTime={detected_at} title={formatTime(detected_at)}>
        {formatAge(detected_at, now)}
      </time>
    </small>
  );
}
