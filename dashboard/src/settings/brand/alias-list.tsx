import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FormOf } from '../../base/server-form.ts';
import classes from './brand.module.css';
import { type BrandDraft, newAlias } from './brand-draft.ts';

const RULES = [
  { value: 'smart', label: 'First letter only' },
  { value: 'exact', label: 'Exact match' },
  { value: 'insensitive', label: 'Ignore case' },
];

interface AliasListProps {
  form: FormOf<BrandDraft>;
}

/** Other names of a brand, each with its matching rules. */
export function AliasList({ form }: AliasListProps) {
  const { aliases } = form.values;
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  function add() {
    flushSync(() => form.insertListItem('aliases', newAlias()));
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
  }
  return (
    <div className={classes.fields}>
      <h3 className={classes.small} id={titleId}>
        Other names
      </h3>
      {aliases.length === 0 && <p className={classes.source}>None yet. Add abbreviations, products or former names.</p>}
      <ul className={classes.aliases} aria-labelledby={titleId} ref={list}>
        {aliases.map((alias, place) => (
          <AliasItem key={alias.key} form={form} place={place} />
        ))}
      </ul>
      <div>
        <Button variant="default" size="xs" onClick={add}>
          Add name
        </Button>
      </div>
    </div>
  );
}

function AliasItem({ form, place }: AliasListProps & { place: number }) {
  const alias = form.values.aliases[place];
  const field = (name: string) => form.getInputProps(`aliases.${place}.${name}`);
  return (
    <li className={classes.alias}>
      <div className={classes.aliasHead}>
        <TextInput label={`Name ${place + 1}`} maxLength={100} {...field('text')} />
        <NativeSelect label="Match case" data={RULES} {...field('case')} />
        <Button
          variant="default"
          aria-label={`Remove ${alias?.text || `name ${place + 1}`}`}
          onClick={() => form.removeListItem('aliases', place)}
        >
          Remove
        </Button>
      </div>
      <details open={Boolean(alias?.require_any || alias?.exclude_any)}>
        <summary>Require or exclude nearby words</summary>
        <div className={classes.pair}>
          <TextInput label="Require in the sentence (any of)" placeholder="software, app" {...field('require_any')} />
          <TextInput
            label="Exclude if the sentence contains (any of)"
            placeholder="fruit, pie"
            {...field('exclude_any')}
          />
        </div>
      </details>
    </li>
  );
}
