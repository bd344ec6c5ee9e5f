import { Text, Textarea, TextInput } from '@mantine/core';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

export function BrandStep({ form }: StepProps) {
  return (
    <div className={classes.fields}>
      <Text c="dimmed">The brand you want to track.</Text>
      <TextInput label="Brand" required withAsterisk={false} maxLength={100} {...form.getInputProps('brand.name')} />
      <Textarea
        label="Other names for it"
        description="One per line, such as an abbreviation, a product or a former name. Optional."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('brand.aliases')}
      />
      <Textarea
        label="Your domains"
        description="One per line, such as acme.io. Answers that cite a page there count as citations."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('brand.domains')}
      />
    </div>
  );
}
