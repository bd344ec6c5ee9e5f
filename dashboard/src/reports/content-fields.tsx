import { MultiSelect, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useKeywordSearch, useTags } from '../base/lookups.ts';
import type { FormOf } from '../base/server-form.ts';
import type { Choice, ReportDraft } from './report-form.ts';

const CHOICES: { label: string; value: Choice }[] = [
  { label: 'All keywords', value: 'all' },
  { label: 'Keywords with a tag', value: 'tags' },
  { label: 'Selected keywords', value: 'keywords' },
];

interface FieldsProps {
  form: FormOf<ReportDraft>;
}

/** The keywords of the report. */
export function ContentFields({ form }: FieldsProps) {
  const { choice } = form.values;
  return (
    <>
      <NativeSelect label="Content" data={CHOICES} {...form.getInputProps('choice')} />
      {choice === 'tags' && <TagsField form={form} />}
      {choice === 'keywords' && <KeywordsField form={form} />}
    </>
  );
}

function TagsField({ form }: FieldsProps) {
  const { tags: chosen } = form.values;
  const tags = useTags();
  return (
    <MultiSelect
      label="Tags"
      description="Includes keywords that get one of these tags later."
      required={chosen.length === 0}
      data={[...new Set([...chosen, ...tags])]}
      {...form.getInputProps('tags')}
      nothingFoundMessage="No tags yet"
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function KeywordsField({ form }: FieldsProps) {
  const { keyword_ids: ids } = form.values;
  const field = form.getInputProps('keyword_ids');
  const { search, setSearch, found } = useKeywordSearch();
  // Selected keywords stay in the list when the search no longer matches them.
  const [known, setKnown] = useState(new Map<string, string>());
  const chosen = ids
    .filter((id) => !found.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: known.get(id) ?? id }));
  return (
    <MultiSelect
      label="Keywords"
      placeholder="Type to search"
      searchable
      required={ids.length === 0}
      data={[...chosen, ...found]}
      searchValue={search}
      onSearchChange={setSearch}
      {...field}
      onChange={(chosenIds) => {
        setKnown(new Map([...known, ...found.map(({ value, label }) => [value, label] as const)]));
        field.onChange(chosenIds);
      }}
      nothingFoundMessage="No matching keywords"
      comboboxProps={{ withinPortal: false }}
    />
  );
}
