import { Text, Textarea, TextInput } from '@mantine/core';
import { readDomains, readList } from '../settings/brand/brand-draft.ts';
import { messageAt } from './problems.ts';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

export function BrandStep({ draft, set, problems }: StepProps) {
  return (
    <div className={classes.fields}>
      <Text c="dimmed">Whose visibility is measured. An answer counts when it names you.</Text>
      <TextInput
        label="Brand"
        required
        withAsterisk={false}
        maxLength={100}
        error={messageAt(problems, { step: 0, field: 'name' })}
        value={draft.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Textarea
        label="Other names for it"
        description="One a line: an abbreviation, a product, an earlier name. May be empty."
        autosize
        minRows={2}
        maxRows={8}
        error={messageAt(problems, { step: 0, field: 'aliases', values: readList(draft.names) })}
        value={draft.names}
        onChange={({ currentTarget }) => set({ names: currentTarget.value })}
      />
      <Textarea
        label="Your domains"
        description="One a line, such as acme.io. Answers that cite a page there count as citations."
        autosize
        minRows={2}
        maxRows={8}
        error={messageAt(problems, { step: 0, field: 'domains', values: readDomains(draft.domains) })}
        value={draft.domains}
        onChange={({ currentTarget }) => set({ domains: currentTarget.value })}
      />
    </div>
  );
}
