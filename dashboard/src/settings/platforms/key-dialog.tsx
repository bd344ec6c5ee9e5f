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

/** A key goes in and never comes out again. */
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
    <FormDialog title={`Set a key for ${name}`} action="Save and verify" form={form} onClose={onClose}>
      <Text size="sm">
        Create an API key in your account at {name} and paste it here. It is stored sealed and never shown again;
        questions to {name} are paid from that account.
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
