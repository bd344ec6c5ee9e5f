import { MultiSelect, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagsQuery } from '../api/visibility.ts';
import { useKeywordSearch } from '../base/keyword-search.ts';
import { useMode } from '../base/mode.ts';
import type { Choice, ReportDraft } from './report-form.ts';

const CHOICES: { label: string; value: Choice }[] = [
  { label: 'All keywords', value: 'all' },
  { label: 'Keywords with a tag', value: 'tags' },
  { label: 'Keywords I choose', value: 'keywords' },
];

interface FieldsProps {
  draft: ReportDraft;
  onChange: (changes: Partial<ReportDraft>) => void;
}

/** Which keywords the report is about. */
export function ContentFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label="About"
        value={draft.choice}
        data={CHOICES}
        onChange={({ currentTarget: { value } }) =>
          onChange({ choice: CHOICES.find((one) => one.value === value)?.value ?? 'all' })
        }
      />
      {draft.choice === 'tags' && <TagsField draft={draft} onChange={onChange} />}
      {draft.choice === 'keywords' && <KeywordsField draft={draft} onChange={onChange} />}
    </>
  );
}

function TagsField({ draft, onChange }: FieldsProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useMode()));
  return (
    <MultiSelect
      label="Tags"
      description="Keywords with one of these tags, now or later."
      required={draft.tags.length === 0}
      withAsterisk={false}
      data={[...new Set([...draft.tags, ...tags])]}
      value={draft.tags}
      onChange={(chosen) => onChange({ tags: chosen })}
      nothingFoundMessage="No keyword has a tag"
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function KeywordsField({ draft, onChange }: FieldsProps) {
  const { search, setSearch, found } = useKeywordSearch();
  // Those chosen stay among the choices when a search no longer finds them.
  const [known, setKnown] = useState(new Map<string, string>());
  const chosen = draft.keywordIds
    .filter((id) => !found.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: known.get(id) ?? id }));
  return (
    <MultiSelect
      label="Keywords"
      placeholder="Type to search"
      searchable
      required={draft.keywordIds.length === 0}
      withAsterisk={false}
      data={[...chosen, ...found]}
      value={draft.keywordIds}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(keywordIds) => {
        setKnown(new Map([...known, ...found.map(({ value, label }) => [value, label] as const)]));
        onChange({ keywordIds });
      }}
      nothingFoundMessage="No keyword holds these words"
      comboboxProps={{ withinPortal: false }}
    />
  );
}
