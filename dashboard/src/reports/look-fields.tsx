import { FileInput, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import type { ReportDraft } from './report-form.ts';
import classes from './reports.module.css';

interface LookFieldsProps {
  form: FormOf<ReportDraft> & { setFieldValue: (path: 'logo', value: string | null) => void };
  hasLogo: boolean;
}

/** The accent color and the logo of the PDF. */
export function LookFields({ form, hasLogo }: LookFieldsProps) {
  const { value: _, defaultValue: __, onChange: ___, ...logo } = form.getInputProps('logo');
  const read = async (file: File | null) => form.setFieldValue('logo', file && (await inBase64(file)));
  return (
    <div className={classes.pair}>
      <TextInput
        label="Accent color"
        description="Leave empty for the default."
        placeholder="#1f5fd6"
        {...form.getInputProps('accent_color')}
      />
      <FileInput
        label="Logo"
        description="PNG, up to 100 kB."
        placeholder={hasLogo && form.values.logo !== null ? 'Your logo' : 'No logo'}
        accept="image/png"
        classNames={{ placeholder: classes.placeholder }}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the logo' }}
        onChange={(file) => void read(file)}
        {...logo}
      />
    </div>
  );
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
