import { Checkbox, type CheckboxGroupProps, NativeSelect, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { EVENT_TYPES, type EventType, INBOX_URL } from '@visibility/sdk';
import { useMode } from '../../base/mode.ts';
import type { FormOf } from '../../base/server-form.ts';
import { EVENT_WORDS } from './event-words.ts';
import { SENDS, SENDS_HELP, type Sends, toFormat } from './format-words.ts';
import { HeaderFields, type HeadersDraft } from './header-fields.tsx';

interface WebhookDraft extends HeadersDraft {
  url: string;
  isInbox: boolean;
  events: EventType[];
  description: string;
  format: Sends;
}

export function toWebhook({ url, isInbox, events, description, format }: WebhookDraft) {
  return {
    url: isInbox ? INBOX_URL : url.trim(),
    events,
    description: description.trim() || null,
    ...toFormat(format),
  };
}

const FORMATS = Object.entries(SENDS).map(([value, label]) => ({ value, label }));

export function WebhookFields({ form }: { form: FormOf<WebhookDraft> }) {
  const mode = useMode();
  return (
    <>
      {mode === 'test' && (
        <Checkbox
          label="Deliver to the built-in inbox"
          description="Shows each request here in the dashboard. Nothing is sent over the network. Sandbox only."
          {...form.getInputProps('isInbox', { type: 'checkbox' })}
        />
      )}
      {!form.values.isInbox && (
        <TextInput
          label="URL"
          description="An HTTPS URL on the internet. Must respond with 2xx within 30 seconds."
          placeholder="https://example.com/hooks/visibility"
          type="url"
          required
          maxLength={2048}
          autoComplete="off"
          {...form.getInputProps('url')}
        />
      )}
      <NativeSelect
        label="Format"
        description={SENDS_HELP[form.values.format]}
        data={FORMATS}
        {...form.getInputProps('format')}
      />
      <EventChoice label="Events" {...form.getInputProps('events')} />
      <HeaderFields form={form} />
      <TextInput label="Description (optional)" maxLength={200} {...form.getInputProps('description')} />
    </>
  );
}

export function EventChoice(props: Omit<CheckboxGroupProps, 'children'>) {
  return (
    <Checkbox.Group {...props}>
      <Stack gap={8} mt={6} mb={4}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={type} description={EVENT_WORDS[type]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface SecretDraft {
  origin: 'made' | 'own';
  secret: string;
}

export const NO_SECRET: SecretDraft = { origin: 'made', secret: '' };

export function toSecret({ origin, secret }: SecretDraft): { secret?: string } {
  return origin === 'own' ? { secret } : {};
}

export function SecretFields({ form }: { form: FormOf<SecretDraft> }) {
  return (
    <>
      <Radio.Group
        label="Signing secret"
        description="Signs every delivery, so that your endpoint can verify the sender."
        {...form.getInputProps('origin')}
      >
        <Stack gap={8} mt={6}>
          <Radio value="made" label="Generate a secret" description="Random, shown once." />
          <Radio value="own" label="Use my own" />
        </Stack>
      </Radio.Group>
      {form.values.origin === 'own' && (
        <PasswordInput
          label="Your secret"
          description="Use at least 32 random characters. You won’t be able to see it again."
          required
          maxLength={256}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide secret', tabIndex: 0 }}
          {...form.getInputProps('secret')}
        />
      )}
    </>
  );
}
