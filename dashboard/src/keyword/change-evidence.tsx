import { Text } from '@mantine/core';
import type { EventWithEvidence } from '../api/events.ts';
import { formatCount } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { describeChance } from './describe-move.ts';
import classes from './evidence.module.css';
import { EvidenceSide } from './evidence-side.tsx';
import { MarkerNote } from './marker-note.tsx';
import { SplitList } from './split-list.tsx';
import { Why } from './why.tsx';

const probabilities = new Intl.NumberFormat(undefined, { minimumFractionDigits: 4, maximumFractionDigits: 4 });

type ChangeEvent = Exclude<EventWithEvidence, { type: 'alert.triggered' }>;

export function ChangeEvidence({ event }: { event: ChangeEvent }) {
  const { data, evidence } = event;
  const { k1, n1, k2, n2, settings, prompts } = evidence;
  const isOwn = event.type === 'visibility.changed';
  const who = isOwn ? 'you' : data.keyword && 'competitor_name' in data ? data.competitor_name : 'it';
  const side = { keywordId: data.keyword_id, platform: data.platform, who };
  return (
    <div className={classes.evidence}>
      <p>
        On {platformLook(data.platform).name}, the share of answers that mention <bdi>{who}</bdi>{' '}
        {data.new_score < data.previous_score ? 'fell' : 'rose'} from <strong>{data.previous_score}%</strong> to{' '}
        <strong>{data.new_score}%</strong>. A difference this large would occur by chance in{' '}
        {describeChance(evidence.p)} cases.
      </p>
      {evidence.why && <Why why={evidence.why} who={who} />}
      <SplitList split={evidence.split} />
      <div className={classes.sides}>
        <EvidenceSide
          {...side}
          title="Before"
          days={{ from: evidence.baseline_start, to: evidence.baseline_end }}
          count={{ k: k1, n: n1, interval: evidence.previous_interval }}
        />
        <EvidenceSide
          {...side}
          title="After"
          days={{ from: evidence.window_start, to: evidence.window_end }}
          count={{ k: k2, n: n2, interval: evidence.new_interval }}
        />
      </div>
      <MarkerNote markers={evidence.markers} />
      <Text size="sm" c="dimmed" className="numeric">
        Based on valid answers to the {formatCount(prompts, 'prompt')} answered in both periods. We report a change only
        when it is at least {formatCount(settings.min_points, 'point')}, each period has at least{' '}
        {formatCount(settings.min_answers, 'answer')}, and p is below {formatP(levelOf(evidence))}. Here, p ={' '}
        {formatP(evidence.p)}
        {evidence.correction !== 'none' && ` (${formatP(evidence.adjusted_p)} adjusted for multiple tests)`}.
      </Text>
    </div>
  );
}

/** Three weeks together are held to two sevenths of the level. */
function levelOf({ settings: { level }, look }: ChangeEvent['evidence']): number {
  return look === 'three_weeks' ? (level * 2) / 7 : level;
}

function formatP(p: number): string {
  return p < 0.0001 ? `less than ${probabilities.format(0.0001)}` : probabilities.format(p);
}
