import { Text } from '@mantine/core';
import type { EventWithEvidence } from '../api/events.ts';
import { addDays } from '../base/period.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './evidence.module.css';
import { EvidenceSide } from './evidence-side.tsx';
import { MarkerNote } from './marker-note.tsx';
import { SplitList } from './split-list.tsx';
import { Why } from './why.tsx';

type AlertEvent = Extract<EventWithEvidence, { type: 'alert.triggered' }>;

export function AlertEvidence({ event: { data, evidence } }: { event: AlertEvent }) {
  const { rule, week_before: before, window_start: from, window_end: to } = evidence;
  const side = { keywordId: data.keyword_id, platform: rule.platform ?? undefined, who: 'you' };
  return (
    <div className={classes.evidence}>
      <p>
        <bdi>{visibleText(data.trigger_reason)}</bdi>.
      </p>
      {evidence.why && <Why why={evidence.why} who="you" />}
      <SplitList split={evidence.split} />
      <div className={classes.sides}>
        {before && (
          <EvidenceSide
            {...side}
            title="Previous 7 days"
            days={{ from: addDays(from, -7), to: addDays(from, -1) }}
            count={{ score: before.value, n: before.sample_size, interval: before.interval }}
          />
        )}
        <EvidenceSide
          {...side}
          title="When the alert fired"
          days={{ from, to }}
          count={{ score: evidence.value, n: evidence.sample_size, interval: evidence.interval }}
        />
      </div>
      <MarkerNote markers={evidence.markers} />
      <Text size="sm" c="dimmed">
        {evidence.within_noise
          ? 'Within noise: this change is not significant. To avoid such alerts, limit the alert to significant changes.'
          : 'This change is significant.'}
      </Text>
    </div>
  );
}
