import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import { type CompetitorDraft, newAlias } from './competitor-form.ts';
import classes from './competitors.module.css';

const CASES = [
  { label: 'First letter only', value: 'smart' },
  { label: 'Exact match', value: 'exact' },
  { label: 'Ignore case', value: 'insensitive' },
];

interface FieldsProps {
  form: FormOf<CompetitorDraft>;
}

/** Other names with matching rules, for names that are also common words. */
export function AliasFields({ form }: FieldsProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>Other names</legend>
      {form.values.aliases.map(({ key, text }, index) => (
        <div key={key} className={classes.alias}>
          <div className={classes.aliasLine}>
            <TextInput
              aria-label={`Other name ${index + 1}`}
              className={classes.grow}
              maxLength={100}
              {...form.getInputProps(`aliases.${index}.text`)}
            />
            <CloseButton
              aria-label={`Remove ${text || `name ${index + 1}`}`}
              onClick={() => form.removeListItem('aliases', index)}
            />
          </div>
          <details>
            <summary>Matching rules</summary>
            <AliasRules form={form} index={index} />
          </details>
        </div>
      ))}
      <Button variant="default" size="xs" onClick={() => form.insertListItem('aliases', newAlias())}>
        Add name
      </Button>
    </fieldset>
  );
}

function AliasRules({ form, index }: FieldsProps & { index: number }) {
  return (
    <div className={classes.rules}>
      <NativeSelect label="Match case" data={CASES} {...form.getInputProps(`aliases.${index}.case`)} />
      <TextInput
        label="Require in the sentence (any of)"
        description="Separate with commas."
        {...form.getInputProps(`aliases.${index}.require_any`)}
      />
      <TextInput
        label="Exclude if the sentence contains (any of)"
        description="Separate with commas."
        {...form.getInputProps(`aliases.${index}.exclude_any`)}
      />
    </div>
  );
}
