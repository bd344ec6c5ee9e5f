import { PasswordInput, Text } from '@mantine/core';
import { setPlatformKey } from '../../api/platforms.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { useMode } from '../../base/mode.ts';
import { useServerForm } from '../../base/server-form.ts';

interface KeyDialogProps {
  platform: string;
  name: string;
  onClose: () => void;
  onSaved: () => void;
}

/** Stores an API key. The server never returns it. */
export function KeyDialog({ platform, name, onClose, onSaved }: KeyDialogProps) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { key: '' },
    save: ({ key }) => setPlatformKey(mode, platform, key),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormDialog title={`Add API key for ${name}`} action="Save and verify" form={form} onClose={onClose}>
      <Text size="sm">
        Create an API key in your {name} account and paste it here. It is stored encrypted and never shown again. {name}{' '}
        bills the usage to that account.
      </Text>
      <PasswordInput
        label="API key"
        required
        withAsterisk={false}
        maxLength={500}
        autoComplete="off"
        {...form.getInputProps('key')}
      />
    </FormDialog>
  );
}
