import { Text, TextInput, type TextInputProps } from '@mantine/core';
import type { Replay as Replayed, Webhook } from '@visibility/sdk';
import { request } from '../../api/request.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { formatCount } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import { useNow } from '../../base/session-context.ts';
import { useRead } from '../../base/use-read.ts';
import classes from '../settings.module.css';
import { EventChoice } from './webhook-fields.tsx';

const MOST = 10_000;

/** Sends the events of a time range again. Shows their number first. */
export function Replay({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const now = useNow();
  const form = useServerForm({
    initialValues: { since: toLocal(new Date(now.getTime() - 86_400_000)), until: '', types: webhook.events },
    save: (typed) => {
      const params = { mode, webhook_id: webhook.webhook_id };
      return request('POST /:mode/webhooks/:webhook_id/replay', { params, body: rangeOf(typed) ?? {} });
    },
  });
  const range = rangeOf(form.values);
  const count = useCount(webhook.webhook_id, range);
  const replayed = form.saved.data;
  return (
    <FormDialog
      title="Replay events"
      action={count ? `Replay ${formatCount(count, 'event')}` : 'Replay'}
      form={form}
      isDisabled={!count || count > MOST}
      done={replayed && `${formatCount(replayed.deliveries, 'event')} queued.`}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Sends all events of this time range again, with the same IDs and payloads, even if they were delivered before.
        {mode === 'test' && ' Times are in sandbox time.'}
      </Text>
      <div className={classes.inline}>
        <When label="From" required {...form.getInputProps('since')} />
        <When label="To (optional)" {...form.getInputProps('until')} />
      </div>
      <EventChoice label="Event types" {...form.getInputProps('types')} />
      <output>{words(range, count)}</output>
    </FormDialog>
  );
}

type ReplayRange = Replayed & Required<Pick<Replayed, 'types'>>;

interface RangeDraft {
  since: string;
  until: string;
  types: Webhook['events'];
}

function rangeOf({ since, until, types }: RangeDraft): ReplayRange | undefined {
  const from = fromLocal(since);
  return from && types.length > 0 ? { since: from, until: fromLocal(until), types } : undefined;
}

function useCount(webhookId: string, range: ReplayRange | undefined): number | undefined {
  const { data } = useRead('GET /:mode/webhooks/:webhook_id/replay-count', {
    params: { webhook_id: webhookId },
    query: { ...range, types: range?.types.join(',') },
    enabled: range !== undefined,
  });
  return range && data?.events;
}

function words(range: ReplayRange | undefined, count: number | undefined): string {
  if (!range) return 'Choose a start time and at least one event type.';
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'No events in this time range.';
  if (count > MOST)
    return `${formatCount(count, 'event')} match. The limit is 10,000 per replay: choose a shorter time range.`;
  return `${formatCount(count, 'event')} will be sent again.`;
}

function When(props: TextInputProps) {
  return <TextInput className={classes.grow} type="datetime-local" {...props} />;
}

/** Converts a time to the value of a `datetime-local` input. */
function toLocal(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function fromLocal(text: string): string | undefined {
  const time = new Date(text);
  return text && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}
