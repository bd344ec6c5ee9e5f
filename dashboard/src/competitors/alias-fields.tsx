import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { type AliasDraft, newAlias } from './competitor-form.ts';
import classes from './competitors.module.css';

const CASES = [
  { label: 'As written, capitals optional after the first', value: 'smart' },
  { label: 'Exactly as written', value: 'exact' },
  { label: 'In any case', value: 'insensitive' },
];

interface AliasFieldsProps {
  aliases: AliasDraft[];
  onChange: (aliases: AliasDraft[]) => void;
}

/** Other names, each with rules for those that are also common words. */
export function AliasFields({ aliases, onChange }: AliasFieldsProps) {
  const replace = (changed: AliasDraft) => onChange(aliases.map((one) => (one.key === changed.key ? changed : one)));
  return (
    <fieldset className={classes.fieldset}>
      <legend>Other names it goes by</legend>
      {aliases.map((alias, index) => (
        <div key={alias.key} className={classes.alias}>
          <div className={classes.aliasLine}>
            <TextInput
              aria-label={`Other name ${index + 1}`}
              className={classes.grow}
              maxLength={100}
              value={alias.text}
              onChange={({ currentTarget }) => replace({ ...alias, text: currentTarget.value })}
            />
            <CloseButton
              aria-label={`Remove ${alias.text || `name ${index + 1}`}`}
              onClick={() => onChange(aliases.filter(({ key }) => key !== alias.key))}
            />
          </div>
          <details>
            <summary>More</summary>
            <AliasRules alias={alias} onChange={replace} />
          </details>
        </div>
      ))}
      <Button variant="default" size="xs" onClick={() => onChange([...aliases, newAlias()])}>
        Add a name
      </Button>
    </fieldset>
  );
}

function AliasRules({ alias, onChange }: { alias: AliasDraft; onChange: (alias: AliasDraft) => void }) {
  return (
    <div className={classes.rules}>
      <NativeSelect
        label="Capital letters"
        value={alias.case}
        data={CASES}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'smart' || value === 'exact' || value === 'insensitive') onChange({ ...alias, case: value });
        }}
      />
      <TextInput
        label="Counts only beside one of these words"
        description="In the same sentence, separated by commas."
        value={alias.requireAny}
        onChange={({ currentTarget }) => onChange({ ...alias, requireAny: currentTarget.value })}
      />
      <TextInput
        label="Does not count beside these words"
        description="In the same sentence, separated by commas."
        value={alias.excludeAny}
        onChange={({ currentTarget }) => onChange({ ...alias, excludeAny: currentTarget.value })}
      />
    </div>
  );
}
