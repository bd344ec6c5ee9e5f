import { Button, Checkbox, Progress, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../base/dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount } from '../base/format.ts';
import { CostNote } from './cost-note.tsx';
import classes from './dialogs.module.css';
import { OutcomeOf } from './outcome.tsx';
import { type KeywordLine, readPasted, readTags } from './read-keywords.ts';
import { useImport } from './use-import.ts';

export function AddDialog({ onClose }: { onClose: () => void }) {
  const sent = useImport();
  return (
    <Dialog title="Add keywords" onClose={onClose}>
      {sent.data ? <OutcomeOf outcome={sent.data} onClose={onClose} /> : <AddForm sent={sent} />}
    </Dialog>
  );
}

const EMPTY = { words: '', tags: '', country: '', language: '', prompts: '', isPaused: false };

function AddForm({ sent }: { sent: ReturnType<typeof useImport> }) {
  const [form, setForm] = useState(EMPTY);
  const set = (changes: Partial<typeof EMPTY>) => setForm((old) => ({ ...old, ...changes }));
  const prompts = form.prompts.split(/\r?\n/).flatMap((prompt) => prompt.trim() || []);
  const { lines } = readPasted(form.words, {
    tags: readTags(form.tags),
    country: form.country.trim().toUpperCase() || null,
    language: form.language.trim() || null,
    ...(prompts.length > 0 && { prompts }),
  });
  const wrong = lines.filter(({ problems }) => problems.length > 0);
  const good = lines.filter(({ problems }) => problems.length === 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!sent.isPending && good.length > 0 && wrong.length === 0) {
      sent.mutate({ lines: good, isPaused: form.isPaused });
    }
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label="Keywords"
        description="Something a customer would ask an assistant. One a line."
        autosize
        minRows={3}
        maxRows={10}
        required
        withAsterisk={false}
        value={form.words}
        onChange={({ currentTarget }) => set({ words: currentTarget.value })}
      />
      <MoreFields form={form} set={set} />
      <Checkbox
        label="Add them paused"
        checked={form.isPaused}
        onChange={({ currentTarget }) => set({ isPaused: currentTarget.checked })}
      />
      {wrong.length > 0 && <ToMend lines={wrong} />}
      <CostNote count={good.length} isPaused={form.isPaused} />
      {sent.error && <FormMessage error={sent.error} />}
      {sent.isPending && <Progress value={(100 * sent.done) / Math.max(1, good.length)} aria-label="Progress" />}
      <Button type="submit" loading={sent.isPending} disabled={good.length === 0 || wrong.length > 0}>
        {good.length > 1 ? `Add ${formatCount(good.length, 'keyword')}` : 'Add keyword'}
      </Button>
    </form>
  );
}

interface FieldProps {
  form: typeof EMPTY;
  set: (changes: Partial<typeof EMPTY>) => void;
}

function MoreFields({ form, set }: FieldProps) {
  return (
    <>
      <TextInput
        label="Tags"
        description="Separated by commas."
        value={form.tags}
        onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
      />
      <div className={classes.pair}>
        <TextInput
          label="Country"
          description="Two letters, such as DE. Empty: none."
          maxLength={2}
          value={form.country}
          onChange={({ currentTarget }) => set({ country: currentTarget.value })}
        />
        <TextInput
          label="Language"
          description="Such as en or pt-BR. Empty: English."
          maxLength={35}
          value={form.language}
          onChange={({ currentTarget }) => set({ language: currentTarget.value })}
        />
      </div>
      <details>
        <summary>Ask with your own questions</summary>
        <Textarea
          mt={8}
          label="Questions"
          description="One a line, without your brand’s name. Left empty, five are made from each keyword."
          autosize
          minRows={2}
          maxRows={8}
          value={form.prompts}
          onChange={({ currentTarget }) => set({ prompts: currentTarget.value })}
        />
      </details>
    </>
  );
}

function ToMend({ lines }: { lines: KeywordLine[] }) {
  return (
    <ul className={`${classes.lines} ${classes.problem}`} aria-label="What to mend">
      {lines.slice(0, 10).map(({ line, keyword, problems }) => (
        <li key={line}>
          Line {line}, <bdi>{keyword.keyword}</bdi>: {problems.join('; ')}.
        </li>
      ))}
    </ul>
  );
}
