import { Text, TextInput } from '@mantine/core';
import { request } from '../../api/request.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useMode } from '../mode.ts';
import { useServerForm } from '../server-form.ts';
import type { PageView } from './page-view.ts';

export function SaveDialog({ view, onClose }: { view: PageView; onClose: () => void }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { name: '' },
    save: ({ name }) => request('POST /:mode/views', { params: { mode }, body: { name, ...view } }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title="Save this view"
      action="Save"
      form={form}
      isDisabled={!form.values.name.trim()}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={80} {...form.getInputProps('name')} />
      <Text size="sm" c="dimmed">
        Saves the page with its filters for everyone in the workspace. A view with the same name is replaced.
      </Text>
    </FormDialog>
  );
}
