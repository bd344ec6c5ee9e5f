import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import type { Alert } from '@visibility/sdk';
import { KeywordSelect } from '../base/keyword-select.tsx';
import { useTags } from '../base/lookups.ts';
import { platformLook } from '../base/platforms.ts';
import type { FormOf } from '../base/server-form.ts';
import { useRead } from '../base/use-read.ts';
import classes from './alerts.module.css';
import type { RuleDraft, Scope } from './rule-form.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const CONDITIONS: { label: string; value: Alert['condition'] }[] = [
  { label: 'drops by at least', value: 'drops_by' },
  { label: 'rises by at least', value: 'rises_by' },
  { label: 'falls below', value: 'below' },
  { label: 'rises above', value: 'above' },
  { label: 'is overtaken by', value: 'overtaken' },
];
const SCOPES: { label: string; value: Scope }[] = [
  { label: 'All keywords', value: 'all' },
  { label: 'Keywords with a tag', value: 'tag' },
  { label: 'One keyword', value: 'keyword' },
];

interface FieldsProps {
  form: FormOf<RuleDraft>;
}

/** Fields for the condition of an alert. */
export function TestFields({ form, problem }: FieldsProps & { problem: string | undefined }) {
  const { platform, scope, condition } = form.values;
  const platforms = platform && !PLATFORMS.includes(platform) ? [...PLATFORMS, platform] : PLATFORMS;
  const isOvertaken = condition === 'overtaken';
  const isChange = condition === 'drops_by' || condition === 'rises_by';
  const threshold = form.getInputProps('threshold');
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect label="Keywords" data={SCOPES} {...form.getInputProps('scope')} />
        <NativeSelect
          label="Platform"
          data={[
            { label: 'All platforms (overall score)', value: '' },
            ...platforms.map((id) => ({ label: platformLook(id).name, value: id })),
          ]}
          {...form.getInputProps('platform')}
        />
      </div>
      {scope === 'keyword' && <KeywordField form={form} />}
      {scope === 'tag' && <TagField form={form} />}
      <div className={classes.pair}>
        <NativeSelect label="Fire when the score" data={CONDITIONS} {...form.getInputProps('condition')} />
        {isOvertaken ? (
          <CompetitorField form={form} />
        ) : (
          <TextInput
            label={isChange ? 'Points vs. previous week' : 'Score (0–100)'}
            type="number"
            min={0}
            max={100}
            step={1}
            required
            {...threshold}
            error={problem ?? threshold.error}
          />
        )}
      </div>
      {isOvertaken ? (
        <Text size="sm" c="dimmed">
          Checked when a week closes. Fires only if the new lead is significant.
        </Text>
      ) : (
        <Checkbox
          label="Only alert on significant changes"
          description="Uses 95% confidence intervals: fewer alerts, fewer false alarms."
          {...form.getInputProps('only_significant', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

function CompetitorField({ form }: FieldsProps) {
  const { data } = useRead('GET /:mode/competitors', { query: { per_page: 100 } });
  const options = data?.data.map(({ competitor_id, name }) => ({ label: name, value: competitor_id })) ?? [];
  return (
    <NativeSelect
      label="Competitor"
      data={[{ label: 'Any competitor', value: '' }, ...options]}
      {...form.getInputProps('competitor_id')}
    />
  );
}

function KeywordField({ form }: FieldsProps) {
  return (
    <KeywordSelect
      label="Keyword"
      placeholder="Type to search"
      required
      {...form.getInputProps('keyword_id')}
      value={form.values.keyword_id}
      // A dropdown outside the dialog would be hidden behind it.
      comboboxProps={{ withinPortal: false }}
    />
  );
}

function TagField({ form }: FieldsProps) {
  const { tag } = form.values;
  const tags = useTags();
  const all = tag && !tags.includes(tag) ? [tag, ...tags] : tags;
  return (
    <NativeSelect
      label="Tag"
      required
      data={[{ label: all.length === 0 ? 'No tags yet' : 'Choose a tag', value: '' }, ...all]}
      {...form.getInputProps('tag')}
    />
  );
}
