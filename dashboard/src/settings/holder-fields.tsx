import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { ApiKey } from '../api/keys.ts';
import { linesOf } from '../base/lines.ts';
import type { FormOf } from '../base/server-form.ts';
import { useSession } from '../base/session-context.ts';

/** The input for a new API key or OAuth client. */
interface HolderDraft {
  name: string;
  mode: ApiKey['mode'];
  scopes: 'read' | 'write';
  allowed_ips: string;
  allowed_domains: string;
}

interface FieldsProps {
  form: FormOf<object>;
}

export function NameField({ form }: FieldsProps) {
  return (
    <TextInput
      label="Name"
      description="A label to recognize it by."
      placeholder="Reporting server"
      required
      maxLength={100}
      {...form.getInputProps('name')}
    />
  );
}

export function ModeField({ form }: FieldsProps) {
  return (
    <Radio.Group label="Workspace" {...form.getInputProps('mode')}>
      <Stack gap={8} mt={6}>
        <Radio value="test" label="Test" description="Sandbox data for development. No cost." />
        <Radio value="live" label="Live" description="Real data for production." />
      </Stack>
    </Radio.Group>
  );
}

export function AccessField({ form }: FieldsProps) {
  return (
    <Radio.Group label="Scopes" {...form.getInputProps('scopes')}>
      <Stack gap={8} mt={6}>
        <Radio value="read" label="Read" description="Read-only access to all data." />
        <Radio
          value="write"
          label="Read and write"
          description="Can also add keywords, change webhooks and alerts, and upload answers."
        />
      </Stack>
    </Radio.Group>
  );
}

export function RestrictionFields({ form }: FieldsProps) {
  const { address } = useSession();
  const { value = '', onChange } = form.getInputProps('allowed_ips');
  const hasAddress = linesOf(value).includes(address);
  return (
    <>
      <Textarea
        label="Allowed IP addresses (optional)"
        description="One per line: an IPv4 address, an IPv4 range such as 203.0.113.0/24, or an IPv6 address. Leave empty to allow any IP."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('allowed_ips')}
      />
      {address && !hasAddress && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => onChange([...linesOf(value), address].join('\n'))}
        >
          Add your current IP: {address}
        </Button>
      )}
      <Textarea
        label="Allowed domains (optional)"
        description="Only for requests from browsers. One per line: example.com, app.example.com, or *.example.com for all subdomains."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('allowed_domains')}
      />
    </>
  );
}

export const EMPTY_HOLDER: HolderDraft = {
  name: '',
  mode: 'test',
  scopes: 'read',
  allowed_ips: '',
  allowed_domains: '',
};

export function toHolder({ name, mode, scopes, ...typed }: HolderDraft) {
  const both: ApiKey['scopes'] = ['read', 'write'];
  return { name, mode, scopes: scopes === 'write' ? both : ['read' as const], ...restrictionsOf(typed) };
}

export function restrictionsOf({ allowed_ips, allowed_domains }: Pick<HolderDraft, 'allowed_ips' | 'allowed_domains'>) {
  return { allowed_ips: linesOf(allowed_ips), allowed_domains: linesOf(allowed_domains) };
}
