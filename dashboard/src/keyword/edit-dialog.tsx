import { TagsInput, Text, Textarea } from '@mantine/core';
import type { KeywordScores } from '../api/keyword.ts';
import { request } from '../api/request.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useTags } from '../base/lookups.ts';
import { useMode } from '../base/mode.ts';
import { useServerForm } from '../base/server-form.ts';

/** Edits the tags and prompts of a keyword. Its text, country and language can't be changed. */
export function EditDialog({ scores, onClose }: { scores: KeywordScores; onClose: () => void }) {
  const { keyword_id: keywordId, tags } = scores.keyword;
  const asked = scores.prompts.filter(({ is_asked }) => is_asked).map(({ text }) => text);
  const mode = useMode();
  const known = useTags();
  const form = useServerForm({
    initialValues: { tags, prompts: asked.join('\n') },
    save: (typed) => {
      const prompts = linesOf(typed.prompts);
      const isChanged = prompts.join('\n') !== asked.join('\n');
      const body = { tags: typed.tags, ...(isChanged && { prompts }) };
      return request('PATCH /:mode/keywords/:keyword_id', { params: { mode, keyword_id: keywordId }, body });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title="Edit keyword"
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
        description="One per line, up to 20. Don’t mention your brand: the assistant has to mention it by itself."
        autosize
        minRows={5}
        maxRows={14}
        {...form.getInputProps('prompts')}
      />
      <Text size="sm" c="dimmed">
        New and removed prompts can change the score; the chart marks the day. Prompts you keep stay comparable, and
        answers to removed ones are kept. The text, country and language of a keyword can’t be changed: add a new
        keyword instead.
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
