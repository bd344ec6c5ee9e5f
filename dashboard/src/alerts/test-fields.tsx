import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '@visibility/sdk';
import { keywordRecordQuery } from '../api/alerts.ts';
import { tagsQuery } from '../api/visibility.ts';
import { useKeywordSearch } from '../base/keyword-search.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import classes from './alerts.module.css';
import type { RuleDraft, Scope } from './rule-form.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const CONDITIONS: { label: string; value: Alert['condition'] }[] = [
  { label: 'drops by at least', value: 'drops_by' },
  { label: 'rises by at least', value: 'rises_by' },
  { label: 'falls below', value: 'below' },
  { label: 'rises above', value: 'above' },
];
const SCOPES: { label: string; value: Scope }[] = [
  { label: 'Every keyword', value: 'all' },
  { label: 'Keywords with a tag', value: 'tag' },
  { label: 'One keyword', value: 'keyword' },
];

interface FieldsProps {
  draft: RuleDraft;
  onChange: (changes: Partial<RuleDraft>) => void;
}

/** What is watched and what for. */
export function TestFields({ draft, problem, onChange }: FieldsProps & { problem: string | undefined }) {
  const platforms = draft.platform && !PLATFORMS.includes(draft.platform) ? [...PLATFORMS, draft.platform] : PLATFORMS;
  const isChange = draft.condition === 'drops_by' || draft.condition === 'rises_by';
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Watch"
          value={draft.scope}
          data={SCOPES}
          onChange={({ currentTarget: { value } }) =>
            onChange({ scope: SCOPES.find((scope) => scope.value === value)?.value ?? 'all' })
          }
        />
        <NativeSelect
          label="Where"
          value={draft.platform}
          data={[
            { label: 'Overall score', value: '' },
            ...platforms.map((id) => ({ label: platformLook(id).name, value: id })),
          ]}
          onChange={({ currentTarget }) => onChange({ platform: currentTarget.value })}
        />
      </div>
      {draft.scope === 'keyword' && <KeywordField draft={draft} onChange={onChange} />}
      {draft.scope === 'tag' && <TagField draft={draft} onChange={onChange} />}
      <div className={classes.pair}>
        <NativeSelect
          label="Fire when the score"
          value={draft.condition}
          data={CONDITIONS}
          onChange={({ currentTarget: { value } }) =>
            onChange({ condition: CONDITIONS.find((one) => one.value === value)?.value ?? 'below' })
          }
        />
        <TextInput
          label={isChange ? 'Points, against the week before' : 'Score, 0 to 100'}
          type="number"
          min={0}
          max={100}
          step={1}
          required
          withAsterisk={false}
          value={draft.threshold}
          error={problem}
          onChange={({ currentTarget }) => onChange({ threshold: currentTarget.value })}
        />
      </div>
      <Checkbox
        label="Only when chance does not explain it"
        description="By the 95 % intervals: fewer firings, and those you can trust."
        checked={draft.onlySignificant}
        onChange={({ currentTarget }) => onChange({ onlySignificant: currentTarget.checked })}
      />
    </>
  );
}

function KeywordField({ draft, onChange }: FieldsProps) {
  const { search, setSearch, found } = useKeywordSearch();
  const { data: chosen } = useQuery({
    ...keywordRecordQuery(useMode(), draft.keywordId ?? ''),
    enabled: draft.keywordId !== null,
  });
  const isFound = found.some(({ value }) => value === draft.keywordId);
  const own = chosen && !isFound ? [{ value: chosen.keyword_id, label: chosen.keyword }] : [];
  return (
    <Select
      label="Keyword"
      placeholder="Type to search"
      searchable
      required
      withAsterisk={false}
      data={[...own, ...found]}
      value={draft.keywordId}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(keywordId) => onChange({ keywordId })}
      nothingFoundMessage="No keyword holds these words"
      // What is drawn outside the dialog lies under it.
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function TagField({ draft, onChange }: FieldsProps) {
  const { data: tags = [] } = useQuery(tagsQuery(useMode()));
  const all = draft.tag && !tags.includes(draft.tag) ? [draft.tag, ...tags] : tags;
  return (
    <NativeSelect
      label="Tag"
      required
      withAsterisk={false}
      value={draft.tag}
      data={[{ label: all.length === 0 ? 'No keyword has a tag' : 'Choose a tag', value: '' }, ...all]}
      onChange={({ currentTarget }) => onChange({ tag: currentTarget.value })}
    />
  );
}
