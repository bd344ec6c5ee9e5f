import { Button, Checkbox, Progress, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '../base/dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount } from '../base/format.ts';
import type { FormOf } from '../base/server-form.ts';
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
  const form = useForm({ initialValues: EMPTY });
  const { words, tags, country, language, isPaused, prompts: typed } = form.values;
  const prompts = typed.split(/\r?\n/).flatMap((prompt) => prompt.trim() || []);
  const { lines } = readPasted(words, {
    tags: readTags(tags),
    country: country.trim().toUpperCase() || null,
    language: language.trim() || null,
    ...(prompts.length > 0 && { prompts }),
  });
  const wrong = lines.filter(({ problems }) => problems.length > 0);
  const good = lines.filter(({ problems }) => problems.length === 0);

  const submit = form.onSubmit(() => {
    if (!sent.isPending && good.length > 0 && wrong.length === 0) sent.mutate({ lines: good, isPaused });
  });

  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label="Keywords"
        description="Topics that customers ask AI assistants about. One per line."
        autosize
        minRows={3}
        maxRows={10}
        required
        {...form.getInputProps('words')}
      />
      <MoreFields form={form} />
      <Checkbox label="Add as paused" {...form.getInputProps('isPaused', { type: 'checkbox' })} />
      {wrong.length > 0 && <LineProblems lines={wrong} />}
      <CostNote count={good.length} isPaused={isPaused} />
      {sent.error && <FormMessage error={sent.error} />}
      {sent.isPending && <Progress value={(100 * sent.done) / Math.max(1, good.length)} aria-label="Progress" />}
      <Button type="submit" loading={sent.isPending} disabled={good.length === 0 || wrong.length > 0}>
        {good.length > 1 ? `Add ${formatCount(good.length, 'keyword')}` : 'Add keyword'}
      </Button>
    </form>
  );
}

function MoreFields({ form }: { form: FormOf<object> }) {
  return (
    <>
      <TextInput label="Tags" description="Separate with commas." {...form.getInputProps('tags')} />
      <div className={classes.pair}>
        <TextInput
          label="Country"
          description="Code such as DE. Optional."
          maxLength={2}
          {...form.getInputProps('country')}
        />
        <TextInput
          label="Language"
          description="Code such as en or pt-BR. Default: English."
          maxLength={35}
          {...form.getInputProps('language')}
        />
      </div>
      <details>
        <summary>Use your own prompts</summary>
        <Textarea
          mt={8}
          label="Prompts"
          description="One per line. Don’t mention your brand. Leave empty to create 5 prompts per keyword."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('prompts')}
        />
      </details>
    </>
  );
}

function LineProblems({ lines }: { lines: KeywordLine[] }) {
  return (
    <ul className={`${classes.lines} ${classes.problem}`} aria-label="Problems">
      {lines.slice(0, 10).map(({ line, keyword, problems }) => (
        <li key={line}>
          Line {line}, <bdi>{keyword.keyword}</bdi>: {problems.join('; ')}.
        </li>
      ))}
    </ul>
  );
}
