import { PasswordInput, Text } from '@mantine/core';
import type { KeyCheck } from '../../api/platforms.ts';
import { request } from '../../api/request.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';
import { CheckResult } from './check-result.tsx';

interface KeyDialogProps {
  platform: string;
  name: string;
  onClose: () => void;
  /** Called with the result of the check. The dialog stays open if the key does not work. */
  onSaved: (check: KeyCheck) => void;
}

/** Stores an API key. The server never returns it. */
export function KeyDialog({ platform, name, onClose, onSaved }: KeyDialogProps) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { key: '' },
    save: async ({ key }) => {
      const params = { mode, platform };
      await request('PATCH /:mode/platforms/:platform', { params, body: { api_key: key } });
      const check = await request('POST /:mode/platforms/:platform/verify', { params });
      // If it works, active keywords are asked on this platform from today on.
      await request('POST /:mode/plan-today', { params: { mode } });
      return check;
    },
    onSaved: (found) => {
      onSaved(found);
      if (found.result === 'works') onClose();
    },
  });
  const found = form.saved.data;
  return (
    <FormDialog
      title={`Add API key for ${name}`}
      action="Save and verify"
      form={form}
      close={found ? 'Done' : 'Cancel'}
      onClose={onClose}
    >
      <Text size="sm">
        Create an API key in your {name} account and paste it here. It is stored encrypted and never shown again. {name}{' '}
        bills the usage to that account. To verify the key, we send one short prompt.
      </Text>
      <PasswordInput label="API key" required maxLength={500} autoComplete="off" {...form.getInputProps('key')} />
      <output>
        {found && !form.saved.isPending && (
          <>
            <CheckResult check={found} name={name} />
            {found.result !== 'works' && <Text size="sm">The key is saved. Enter another one to replace it.</Text>}
          </>
        )}
      </output>
    </FormDialog>
  );
}
