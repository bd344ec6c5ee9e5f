import { CloseButton, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { FormDialog } from '../form-dialog.tsx';
import { formatLongDay } from '../format.ts';
import { useNotes } from '../lookups.ts';
import { useMode } from '../mode.ts';
import { dayOf } from '../period.ts';
import { useServerForm } from '../server-form.ts';
import { useNow } from '../session-context.ts';
import classes from './view-menu.module.css';

const SHOWN = 20;

/** Adds and deletes the notes that charts show. */
export function NoteDialog({ onClose }: { onClose: () => void }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { date: dayOf(useNow().getTime()), text: '' },
    save: (body) => request('POST /:mode/annotations', { params: { mode }, body }),
    onSaved: onClose,
  });
  const { date, text } = form.values;
  return (
    <FormDialog
      title="Notes in charts"
      action="Add note"
      form={form}
      isDisabled={!date || !text.trim()}
      onClose={onClose}
    >
      <TextInput type="date" label="Day" {...form.getInputProps('date')} />
      <TextInput label="Note" maxLength={200} placeholder="New pricing page online" {...form.getInputProps('text')} />
      <Text size="sm" c="dimmed">
        Marked on that day in every chart of the workspace. Changes of models and prompts are marked automatically.
      </Text>
      <Notes />
    </FormDialog>
  );
}

function Notes() {
  const mode = useMode();
  const { mutate: remove } = useMutation({
    mutationFn: (id: string) =>
      request('DELETE /:mode/annotations/:annotation_id', { params: { mode, annotation_id: id } }),
  });
  const notes = useNotes() ?? [];
  return (
    <ul className={classes.notes} aria-label="Notes">
      {notes.slice(0, SHOWN).map(({ annotation_id, date, text }) => (
        <li key={annotation_id} className={classes.item}>
          <CloseButton size="sm" aria-label={`Delete the note ${text}`} onClick={() => remove(annotation_id)} />
          <span>
            {formatLongDay(date)}: <bdi>{text}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
