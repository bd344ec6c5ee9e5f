import { Button, TagsInput, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeKeyword, type KeywordChange, type KeywordScores } from '../api/keyword.ts';
import { tagsQuery } from '../api/visibility.ts';
import { Dialog } from '../base/dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import classes from './edit-dialog.module.css';

/** The keyword's tags and the questions that are asked. Its words, country and language are what it is: others are another keyword. */
export function EditDialog({ scores, onClose }: { scores: KeywordScores; onClose: () => void }) {
  const { keyword_id: keywordId, tags } = scores.keyword;
  const asked = scores.prompts.filter(({ is_asked }) => is_asked).map(({ text }) => text);
  const mode = useMode();
  const client = useQueryClient();
  const { data: known = [] } = useQuery(tagsQuery(mode));
  const [wantedTags, setTags] = useState(tags);
  const [text, setText] = useState(asked.join('\n'));
  const prompts = linesOf(text);
  const save = useMutation({
    mutationFn: (change: KeywordChange) => changeKeyword(client, { mode, keywordId }, change),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAskedAnew = prompts.join('\n') !== asked.join('\n');
    save.mutate({ tags: wantedTags, ...(isAskedAnew && { prompts }) });
  };
  return (
    <Dialog title="Edit the keyword" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TagsInput
          label="Tags"
          description="Press Enter after each one."
          value={wantedTags}
          onChange={setTags}
          data={known}
          maxTags={20}
          comboboxProps={{ withinPortal: false }}
        />
        <Textarea
          label="Prompts"
          description="One question a line, at most 20, without the name of your brand: it must come from the assistant."
          autosize
          minRows={5}
          maxRows={14}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          Other prompts are another measurement: the score may jump when they change. Answers to prompts that you remove
          stay stored. The words, the country and the language of a keyword cannot be changed: add another keyword.
        </Text>
        {save.error && <FormMessage error={save.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={prompts.length === 0}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
