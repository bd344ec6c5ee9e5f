import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import classes from './brand.module.css';
import { type AliasDraft, newAlias } from './brand-draft.ts';

const RULES = [
  { value: 'smart', label: 'First letter as written' },
  { value: 'exact', label: 'Exactly as written' },
  { value: 'insensitive', label: 'Either way' },
];

interface AliasListProps {
  aliases: AliasDraft[];
  onChange: (aliases: AliasDraft[]) => void;
}

/** The other names a brand goes by, each with its rule. */
export function AliasList({ aliases, onChange }: AliasListProps) {
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const change = (key: number, changes: Partial<AliasDraft>) =>
    onChange(aliases.map((alias) => (alias.key === key ? { ...alias, ...changes } : alias)));
  function add() {
    flushSync(() => onChange([...aliases, newAlias()]));
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
  }
  return (
    <div className={classes.fields}>
      <h3 className={classes.small} id={titleId}>
        Other names
      </h3>
      {aliases.length === 0 && <p className={classes.source}>None yet: an abbreviation, a product, an earlier name.</p>}
      <ul className={classes.aliases} aria-labelledby={titleId} ref={list}>
        {aliases.map((alias, place) => (
          <AliasItem
            key={alias.key}
            alias={alias}
            place={place}
            change={(changes) => change(alias.key, changes)}
            remove={() => onChange(aliases.filter(({ key }) => key !== alias.key))}
          />
        ))}
      </ul>
      <div>
        <Button variant="default" size="xs" onClick={add}>
          Add another name
        </Button>
      </div>
    </div>
  );
}

interface AliasItemProps {
  alias: AliasDraft;
  place: number;
  change: (changes: Partial<AliasDraft>) => void;
  remove: () => void;
}

function AliasItem({ alias, place, change, remove }: AliasItemProps) {
  const hasRules = alias.requireAny !== '' || alias.excludeAny !== '';
  return (
    <li className={classes.alias}>
      <div className={classes.aliasHead}>
        <TextInput
          label={`Name ${place + 1}`}
          maxLength={100}
          value={alias.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <NativeSelect
          label="Capitals"
          data={RULES}
          value={alias.case}
          onChange={({ currentTarget: { value } }) =>
            change({ case: value === 'exact' || value === 'insensitive' ? value : 'smart' })
          }
        />
        <Button variant="default" aria-label={`Remove ${alias.text || `name ${place + 1}`}`} onClick={remove}>
          Remove
        </Button>
      </div>
      <details open={hasRules}>
        <summary>Only beside certain words</summary>
        <div className={classes.pair}>
          <TextInput
            label="One of these must stand in the sentence"
            placeholder="software, app"
            value={alias.requireAny}
            onChange={({ currentTarget }) => change({ requireAny: currentTarget.value })}
          />
          <TextInput
            label="None of these may stand in the sentence"
            placeholder="fruit, pie"
            value={alias.excludeAny}
            onChange={({ currentTarget }) => change({ excludeAny: currentTarget.value })}
          />
        </div>
      </details>
    </li>
  );
}
