import { Button, Text, TextInput } from '@mantine/core';
import { readDomains } from '../settings/brand/brand-draft.ts';
import type { CompetitorDraft } from './draft.ts';
import { namedCompetitors } from './draft.ts';
import { messageAt } from './problems.ts';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

const MOST = 50;

export function CompetitorStep({ draft, set, problems }: StepProps) {
  const rows = draft.competitors;
  const used = namedCompetitors(draft);
  const errorOf = (row: CompetitorDraft, part = '') =>
    used.includes(row)
      ? messageAt(problems, {
          step: 1,
          field: `competitors[${used.indexOf(row)}]${part}`,
          values: readDomains(row.domain),
        })
      : undefined;
  const change = (place: number, changes: Partial<CompetitorDraft>) =>
    set({ competitors: rows.map((row, at) => (at === place ? { ...row, ...changes } : row)) });
  return (
    <div className={classes.fields}>
      <Text c="dimmed">
        Who else is named where you would like to be. May be empty: the page Competitors will suggest names it finds in
        the answers.
      </Text>
      <ul className={classes.rows}>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name while they are typed
          <li key={place}>
            <TextInput
              label={`Competitor ${place + 1}`}
              maxLength={100}
              error={errorOf(row)}
              value={row.name}
              onChange={({ currentTarget }) => change(place, { name: currentTarget.value })}
            />
            <TextInput
              label="Its domain"
              placeholder="trackmill.example"
              maxLength={500}
              error={errorOf(row, '.domains')}
              value={row.domain}
              onChange={({ currentTarget }) => change(place, { domain: currentTarget.value })}
            />
            <Button
              variant="default"
              aria-label={`Remove competitor ${place + 1}`}
              onClick={() => set({ competitors: rows.filter((_, at) => at !== place) })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          disabled={rows.length >= MOST}
          onClick={() => set({ competitors: [...rows, { name: '', domain: '' }] })}
        >
          Add a competitor
        </Button>
      </div>
    </div>
  );
}
