import { Button, Text, TextInput } from '@mantine/core';
import { useRead } from '../base/use-read.ts';
import classes from './start.module.css';
import type { StepProps } from './step.ts';
import { suggestCompetitors } from './suggest.ts';
import { Suggestions } from './suggestions.tsx';

const MOST = 50;

export function CompetitorStep({ form }: StepProps) {
  const rows = form.values.competitors;
  const { data } = useRead('GET /:mode/competitors/candidates', { query: { per_page: 12 }, staleTime: 5 * 60_000 });
  const suggested = suggestCompetitors(form.values, data?.data.map(({ name }) => name) ?? []);
  const add = (name: string) => {
    const free = rows.findIndex((row) => row.name.trim() === '' && row.domains.trim() === '');
    if (free === -1) form.insertListItem('competitors', { name, domains: '' });
    else form.setFieldValue(`competitors.${free}.name`, name);
  };
  return (
    <div className={classes.fields}>
      <Text c="dimmed">
        Brands you compete with in AI answers. Optional: the Competitors page suggests brands found in the answers.
      </Text>
      <ul className={classes.rows}>
        {rows.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id while they are edited
          <li key={place}>
            <TextInput
              label={`Competitor ${place + 1}`}
              maxLength={100}
              {...form.getInputProps(`competitors.${place}.name`)}
            />
            <TextInput
              label="Domain"
              placeholder="trackmill.example"
              maxLength={500}
              {...form.getInputProps(`competitors.${place}.domains`)}
            />
            <Button
              variant="default"
              aria-label={`Remove competitor ${place + 1}`}
              onClick={() => form.removeListItem('competitors', place)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {rows.length < MOST && (
        <Suggestions label="From your keywords and stored answers:" names={suggested} onAdd={add} />
      )}
      <div>
        <Button
          variant="default"
          disabled={rows.length >= MOST}
          onClick={() => form.insertListItem('competitors', { name: '', domains: '' })}
        >
          Add competitor
        </Button>
      </div>
    </div>
  );
}
