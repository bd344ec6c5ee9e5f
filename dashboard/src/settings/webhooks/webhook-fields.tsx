import { Checkbox, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { EVENT_TYPES, type EventType } from '@visibility/sdk';
import type { FieldErrors } from '../field-errors.ts';
import { EVENT_WORDS, readEventType } from './event-words.ts';

export interface WebhookDraft {
  url: string;
  events: EventType[];
  description: string;
}

interface FieldsProps {
  draft: WebhookDraft;
  onChange: (changes: Partial<WebhookDraft>) => void;
  errors: FieldErrors['at'];
}

export function WebhookFields({ draft, onChange, errors }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Address"
        description="HTTPS, and reachable from the internet. It has to answer 2xx within 30 seconds."
        placeholder="https://example.com/hooks/visibility"
        type="url"
        required
        withAsterisk={false}
        maxLength={2048}
        autoComplete="off"
        value={draft.url}
        error={errors.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <EventChoice
        label="Events"
        value={draft.events}
        error={errors.events}
        onChange={(events) => onChange({ events })}
      />
      <TextInput
        label="Description (optional)"
        maxLength={200}
        value={draft.description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}

interface EventChoiceProps {
  label: string;
  value: EventType[];
  onChange: (events: EventType[]) => void;
  error?: string | undefined;
}

export function EventChoice({ label, value, onChange, error }: EventChoiceProps) {
  return (
    <Checkbox.Group
      label={label}
      value={value}
      error={error}
      onChange={(events) => onChange(events.map(readEventType).filter((event) => event !== undefined))}
    >
      <Stack gap={8} mt={6} mb={4}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={type} description={EVENT_WORDS[type]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

export interface SecretDraft {
  isOwn: boolean;
  secret: string;
}

interface SecretProps {
  draft: SecretDraft;
  onChange: (changes: Partial<SecretDraft>) => void;
  error: string | undefined;
}

export function SecretFields({ draft, onChange, error }: SecretProps) {
  return (
    <>
      <Radio.Group
        label="Signing secret"
        description="Every delivery is signed with it, so that your receiver knows who sent it."
        value={draft.isOwn ? 'own' : 'made'}
        onChange={(value) => onChange({ isOwn: value === 'own' })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="made" label="Make one for me" description="A long random one, shown once." />
          <Radio value="own" label="Use my own" />
        </Stack>
      </Radio.Group>
      {draft.isOwn && (
        <PasswordInput
          label="Your secret"
          description="At least 32 random characters are best. It is never shown again."
          required
          withAsterisk={false}
          maxLength={256}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the secret', tabIndex: 0 }}
          value={draft.secret}
          error={error}
          onChange={(event) => onChange({ secret: event.currentTarget.value })}
        />
      )}
    </>
  );
}
