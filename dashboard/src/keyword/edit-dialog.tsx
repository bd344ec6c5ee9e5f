import { TagsInput, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeKeyword, type KeywordScores } from '../api/keyword.ts';
import { tagsQuery } from '../api/visibility.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { useServerForm } from '../base/server-form.ts';

/** The keyword's tags and the questions that are asked. Its words, country and language are what it is: others are another keyword. */
export function EditDialog({ scores, onClose }: { scores: KeywordScores; onClose: () => void }) {
  const { keyword_id: keywordId, tags } = scores.keyword;
  const asked = scores.prompts.filter(({ is_asked }) => is_asked).map(({ text }) => text);
  const mode = useMode();
  const client = useQueryClient();
  const { data: known = [] } = useQuery(tagsQuery(mode));
  const form = useServerForm({
    initialValues: { tags, prompts: asked.join('\n') },
    save: (typed) => {
      const prompts = linesOf(typed.prompts);
      const isAskedAnew = prompts.join('\n') !== asked.join('\n');
      return changeKeyword(client, { mode, keywordId }, { tags: typed.tags, ...(isAskedAnew && { prompts }) });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title="Edit the keyword"
      action="Save"
      form={form}
      isDisabled={linesOf(form.values.prompts).length === 0}
      onClose={onClose}
    >
      <TagsInput
        label="Tags"
        description="Press Enter after each one."
        data={known}
        maxTags={20}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('tags')}
      />
      <Textarea
        label="Prompts"
        description="One question a line, at most 20, without the name of your brand: it must come from the assistant."
        autosize
        minRows={5}
        maxRows={14}
        {...form.getInputProps('prompts')}
      />
      <Text size="sm" c="dimmed">
        Other prompts are another measurement: the score may jump when they change. Answers to prompts that you remove
        stay stored. The words, the country and the language of a keyword cannot be changed: add another keyword.
      </Text>
    </FormDialog>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
