import { Text, Textarea, TextInput } from '@mantine/core';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

export function BrandStep({ form }: StepProps) {
  return (
    <div className={classes.fields}>
      <Text c="dimmed">The brand you want to track.</Text>
      <TextInput label="Brand" required maxLength={100} {...form.getInputProps('brand.name')} />
      <Textarea
        label="Other names"
        description="One per line, e.g. abbreviations, products or former names. Optional."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('brand.aliases')}
      />
      <Textarea
        label="Your domains"
        description="One per line, e.g. acme.io. Answers that link to these domains count as citations of you."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('brand.domains')}
      />
    </div>
  );
}
