import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import { type CompetitorDraft, newAlias } from './competitor-form.ts';
import classes from './competitors.module.css';

const CASES = [
  { label: 'As written, capitals optional after the first', value: 'smart' },
  { label: 'Exactly as written', value: 'exact' },
  { label: 'In any case', value: 'insensitive' },
];

interface FieldsProps {
  form: FormOf<CompetitorDraft>;
}

/** Other names, each with rules for those that are also common words. */
export function AliasFields({ form }: FieldsProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>Other names it goes by</legend>
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
            <summary>More</summary>
            <AliasRules form={form} index={index} />
          </details>
        </div>
      ))}
      <Button variant="default" size="xs" onClick={() => form.insertListItem('aliases', newAlias())}>
        Add a name
      </Button>
    </fieldset>
  );
}

function AliasRules({ form, index }: FieldsProps & { index: number }) {
  return (
    <div className={classes.rules}>
      <NativeSelect label="Capital letters" data={CASES} {...form.getInputProps(`aliases.${index}.case`)} />
      <TextInput
        label="Counts only beside one of these words"
        description="In the same sentence, separated by commas."
        {...form.getInputProps(`aliases.${index}.require_any`)}
      />
      <TextInput
        label="Does not count beside these words"
        description="In the same sentence, separated by commas."
        {...form.getInputProps(`aliases.${index}.exclude_any`)}
      />
    </div>
  );
}
