import { Text, Textarea, TextInput } from '@mantine/core';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

export function BrandStep({ form }: StepProps) {
  return (
    <div className={classes.fields}>
      <Text c="dimmed">Whose visibility is measured. An answer counts when it names you.</Text>
      <TextInput label="Brand" required withAsterisk={false} maxLength={100} {...form.getInputProps('brand.name')} />
      <Textarea
        label="Other names for it"
        description="One a line: an abbreviation, a product, an earlier name. May be empty."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('brand.aliases')}
      />
      <Textarea
        label="Your domains"
        description="One a line, such as acme.io. Answers that cite a page there count as citations."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('brand.domains')}
      />
    </div>
  );
}
