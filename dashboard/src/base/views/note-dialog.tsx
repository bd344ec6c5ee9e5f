import { CloseButton, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addAnnotation, annotationsQuery, deleteAnnotation } from '../../api/annotations.ts';
import { FormDialog } from '../form-dialog.tsx';
import { formatLongDay } from '../format.ts';
import { useMode } from '../mode.ts';
import { dayOf } from '../period.ts';
import { useServerForm } from '../server-form.ts';
import { useNow } from '../session-context.ts';
import classes from './view-menu.module.css';

const SHOWN = 20;

/** Adds and deletes the notes that charts show. */
export function NoteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const mode = useMode();
  const form = useServerForm({
    initialValues: { date: dayOf(useNow().getTime()), text: '' },
    save: (note) => addAnnotation(client, mode, note),
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
  const client = useQueryClient();
  const mode = useMode();
  const { data: notes = [] } = useQuery(annotationsQuery(mode));
  return (
    <ul className={classes.notes} aria-label="Notes">
      {notes.slice(0, SHOWN).map(({ annotation_id, date, text }) => (
        <li key={annotation_id} className={classes.item}>
          <CloseButton
            size="sm"
            aria-label={`Delete the note ${text}`}
            onClick={() => void deleteAnnotation(client, mode, annotation_id)}
          />
          <span>
            {formatLongDay(date)}: <bdi>{text}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
