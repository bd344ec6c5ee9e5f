import { Button, Text, TextInput } from '@mantine/core';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

const MOST = 50;

export function CompetitorStep({ form }: StepProps) {
  const rows = form.values.competitors;
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
