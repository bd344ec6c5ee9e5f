import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { ApiKey } from '../api/keys.ts';
import type { FieldErrors } from './field-errors.ts';

/** What is typed to make a key or an OAuth client. */
export interface HolderDraft {
  name: string;
  mode: ApiKey['mode'];
  access: 'read' | 'write';
  ips: string;
  domains: string;
}

interface DraftProps<Draft> {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  errors: FieldErrors['at'];
}

export function NameField({ draft, onChange, errors }: DraftProps<Pick<HolderDraft, 'name'>>) {
  return (
    <TextInput
      label="Name"
      description="Where it is used, so that you recognise it later."
      placeholder="Reporting server"
      required
      withAsterisk={false}
      maxLength={100}
      value={draft.name}
      error={errors.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  );
}

export function ModeField({ draft, onChange }: Omit<DraftProps<Pick<HolderDraft, 'mode'>>, 'errors'>) {
  return (
    <Radio.Group
      label="Workspace"
      value={draft.mode}
      onChange={(value) => onChange({ mode: value === 'live' ? 'live' : 'test' })}
    >
      <Stack gap={8} mt={6}>
        <Radio value="test" label="Test" description="The sandbox: for development. Costs nothing." />
        <Radio value="live" label="Live" description="Your real data: for production." />
      </Stack>
    </Radio.Group>
  );
}

export function AccessField({ draft, onChange, errors }: DraftProps<Pick<HolderDraft, 'access'>>) {
  return (
    <Radio.Group
      label="Scopes"
      value={draft.access}
      error={errors.scopes}
      onChange={(value) => onChange({ access: value === 'write' ? 'write' : 'read' })}
    >
      <Stack gap={8} mt={6}>
        <Radio value="read" label="Read" description="Can look at everything and change nothing." />
        <Radio
          value="write"
          label="Read and write"
          description="Can also add keywords, change webhooks and alerts, and send answers in."
        />
      </Stack>
    </Radio.Group>
  );
}

export function RestrictionFields({ draft, onChange, errors }: DraftProps<Pick<HolderDraft, 'ips' | 'domains'>>) {
  return (
    <>
      <Textarea
        label="Allowed IP addresses (optional)"
        description="One a line: an IPv4 address, an IPv4 range such as 203.0.113.0/24, or an IPv6 address. Empty: from anywhere."
        autosize
        minRows={2}
        maxRows={8}
        value={draft.ips}
        error={errors.allowed_ips}
        onChange={(event) => onChange({ ips: event.currentTarget.value })}
      />
      <Textarea
        label="Allowed domains (optional)"
        description="For requests from browsers. One a line: example.com, app.example.com, or *.example.com for all below it. Calls from servers are not affected."
        autosize
        minRows={2}
        maxRows={8}
        value={draft.domains}
        error={errors.allowed_domains}
        onChange={(event) => onChange({ domains: event.currentTarget.value })}
      />
    </>
  );
}

export const EMPTY_HOLDER: HolderDraft = { name: '', mode: 'test', access: 'read', ips: '', domains: '' };

export function scopesOf(access: HolderDraft['access']): ApiKey['scopes'] {
  return access === 'write' ? ['read', 'write'] : ['read'];
}
