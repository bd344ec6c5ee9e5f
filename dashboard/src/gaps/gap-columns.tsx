import { Link } from '@tanstack/react-router';
import type { Column } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { OutsideLink } from '../base/outside-link.tsx';
import type { Period } from '../base/period.ts';
import { PlatformName } from '../base/platform-name.tsx';
import { ScoreRange } from '../base/score-range.tsx';
import { visibleText } from '../base/visible-text.ts';
import type { Gap } from './gap-words.ts';
import { describeType, nextStep } from './gap-words.ts';
import classes from './gaps.module.css';

const SHOWN_COMPETITORS = 3;

/** The gaps with their evidence and what to do about them. */
export function columnsOf(period: Period): Column<Gap>[] {
  return [
    { title: 'Source', isHeading: true, show: (gap) => <Source gap={gap} /> },
    { title: 'Where', show: (gap) => <Where gap={gap} /> },
    { title: 'Effect', show: (gap) => <Effect gap={gap} /> },
    { title: 'Instead of you', show: ({ competitors }) => describeCompetitors(competitors) },
    { title: 'Next step', show: (gap) => <Step gap={gap} period={period} /> },
  ];
}

function Source({ gap }: { gap: Gap }) {
  const { kind, source, title } = gap;
  return (
    <>
      {kind === 'query' ? (
        <bdi>“{visibleText(source)}”</bdi>
      ) : (
        <OutsideLink url={kind === 'page' ? source : `https://${source}`}>
          <bdi>{visibleText(title || source)}</bdi>
        </OutsideLink>
      )}
      {kind === 'page' && <small className={classes.under}>{visibleText(source.replace(/^https:\/\//, ''))}</small>}
      <small className={classes.under}>{describeType(gap)}</small>
    </>
  );
}

function Where({ gap: { keyword_id, keyword, platform } }: { gap: Gap }) {
  return (
    <span className={classes.where}>
      <KeywordLink keyword_id={keyword_id} keyword={keyword} />
      <small className={classes.under}>
        <PlatformName platform={platform} />
      </small>
    </span>
  );
}

function Effect({ gap: { effect, interval, absence, other_absence, answers, sample_size } }: { gap: Gap }) {
  return (
    <span className={`${classes.effect} numeric`}>
      <span className={classes.points}>
        <strong>{effect}</strong>
        <ScoreRange score={effect} interval={interval} />
        <span className={classes.interval}>
          {interval[0]}–{interval[1]}
        </span>
      </span>
      <small className={classes.under}>
        You are absent in {absence}% with it, {other_absence}% without
      </small>
      <small className={classes.under}>
        {formatNumber(answers)} of {formatCount(sample_size, 'answer')}
      </small>
    </span>
  );
}

function describeCompetitors(competitors: Gap['competitors']): string {
  const shown = competitors.slice(0, SHOWN_COMPETITORS).map(({ name, answers }) => `${name} ${formatNumber(answers)}`);
  const rest = competitors.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function Step({ gap, period }: { gap: Gap; period: Period }) {
  const { kind, source, keyword_id, platform, answers } = gap;
  const name = ({ domain: 'domain', page: 'pageUrl', query: 'query' } as const)[kind];
  return (
    <span className={classes.step}>
      {nextStep(gap)}
      <Link
        to="/keywords/$keywordId"
        params={{ keywordId: keyword_id }}
        search={{ tab: 'answers', platform, from: period.since, to: period.until, gap: true, [name]: source }}
        className={classes.answers}
      >
        See the {formatCount(answers, 'answer')}
      </Link>
    </span>
  );
}
