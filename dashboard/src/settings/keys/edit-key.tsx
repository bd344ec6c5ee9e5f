import { Text } from '@mantine/core';
import type { ApiKey } from '../../api/keys.ts';
import { request } from '../../api/request.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { NameField, RestrictionFields, restrictionsOf } from '../holder-fields.tsx';

export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const form = useServerForm({
    initialValues: {
      name: apiKey.name,
      allowed_ips: apiKey.allowed_ips.join('\n'),
      allowed_domains: apiKey.allowed_domains.join('\n'),
    },
    save: ({ name, ...typed }) =>
      request('PATCH /keys/:key_id', {
        params: { key_id: apiKey.key_id },
        body: { name, ...restrictionsOf(typed) },
      }),
    onSaved: onClose,
  });
  return (
    <FormDialog title={`Edit ${apiKey.name}`} action="Save" form={form} onClose={onClose}>
      <Text size="sm" c="dimmed">
        Changes apply from the next request. Workspace, scopes and expiry can’t be changed; create a new key instead.
      </Text>
      <NameField form={form} />
      <RestrictionFields form={form} />
    </FormDialog>
  );
}
