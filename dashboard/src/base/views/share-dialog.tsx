import { NativeSelect, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useMode } from '../mode.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { useServerForm } from '../server-form.ts';
import type { PageView } from './page-view.ts';

const EXPIRIES = [
  { label: 'In 1 day', value: '1' },
  { label: 'In 7 days', value: '7' },
  { label: 'In 30 days', value: '30' },
  { label: 'In 90 days', value: '90' },
];

export function ShareDialog({ view, onClose }: { view: PageView; onClose: () => void }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { name: '', expires_in_days: '30' },
    save: ({ name, expires_in_days: days }) =>
      request('POST /:mode/share-links', {
        params: { mode },
        body: { name, ...view, expires_in_days: Number(days) },
      }),
  });
  const url = form.saved.data?.url;
  if (url !== undefined) {
    return (
      <SecretDialog title="Share link created" label="Your link" value={url} onClose={onClose}>
        <Text size="sm">
          Anyone with the link can see this page, without signing in. Revoke it under{' '}
          <Link to="/settings/share-links">Share links</Link>.
        </Text>
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title="Share this page"
      action="Create link"
      form={form}
      isDisabled={!form.values.name.trim()}
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="For whom" maxLength={80} {...form.getInputProps('name')} />
      <NativeSelect label="Expires" data={EXPIRIES} {...form.getInputProps('expires_in_days')} />
      <Text size="sm" c="dimmed">
        The link shows this page only. Its readers can change the filters, but nothing else.
      </Text>
    </FormDialog>
  );
}
