import { Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventType, Webhook } from '@visibility/sdk';
import { type FormEvent, useState } from 'react';
import { type ReplayRange, replayCountQuery, replayEvents } from '../../api/webhooks.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatCount } from '../../base/format.ts';
import { type Mode, useMode } from '../../base/mode.ts';
import { useNow } from '../../base/session-context.ts';
import classes from '../settings.module.css';
import { fromLocal, toLocal } from './local-time.ts';
import { EventChoice } from './webhook-fields.tsx';

const MOST = 10_000;

/** Sends the events of a time once more, after telling how many that are. */
export function Replay({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const now = useNow();
  const [since, setSince] = useState(toLocal(new Date(now.getTime() - 86_400_000)));
  const [until, setUntil] = useState('');
  const [types, setTypes] = useState<EventType[]>(webhook.events);
  const from = fromLocal(since);
  const range = from && types.length > 0 ? { since: from, until: fromLocal(until), types } : undefined;
  const replay = useMutation({
    mutationFn: (wanted: ReplayRange) => replayEvents(mode, webhook.webhook_id, wanted),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode, 'webhooks'] }),
  });
  const count = useCount(mode, webhook.webhook_id, range);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (range) replay.mutate(range);
  }

  return (
    <Dialog title="Replay events" onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <Text size="sm" c="dimmed">
          Events of this time are sent again with the same ids and the same bytes, whether they arrived before or not.
          {mode === 'test' && ' Times are those of the sandbox.'}
        </Text>
        <div className={classes.inline}>
          <When label="From" value={since} onChange={setSince} isRequired />
          <When label="To (empty: until now)" value={until} onChange={setUntil} />
        </div>
        <EventChoice label="Event types" value={types} onChange={setTypes} />
        <output>{words(range, count)}</output>
        {replay.error && <FormMessage error={replay.error} />}
        {replay.data && (
          <FormMessage error={null} done={`${formatCount(replay.data.deliveries, 'event')} on the way again.`} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={replay.isPending} disabled={!count || count > MOST}>
            {count ? `Replay ${formatCount(count, 'event')}` : 'Replay'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useCount(mode: Mode, webhookId: string, range: ReplayRange | undefined): number | undefined {
  const query = replayCountQuery(mode, webhookId, range ?? { since: '', types: [] });
  const { data } = useQuery({ ...query, enabled: range !== undefined });
  return range && data?.events;
}

function words(range: ReplayRange | undefined, count: number | undefined): string {
  if (!range) return 'Choose a time and at least one event type.';
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'No events in this time.';
  if (count > MOST)
    return `${formatCount(count, 'event')} match, more than the 10,000 of one replay. Shorten the time.`;
  return `${formatCount(count, 'event')} would be sent again.`;
}

interface WhenProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
}

function When({ label, value, onChange, isRequired = false }: WhenProps) {
  return (
    <TextInput
      className={classes.grow}
      label={label}
      type="datetime-local"
      required={isRequired}
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
