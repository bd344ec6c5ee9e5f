import { Button, CloseButton, PasswordInput, TextInput } from '@mantine/core';
import type { FormOf } from '../../base/server-form.ts';
import classes from '../settings.module.css';

interface HeaderDraft {
  key: number;
  name: string;
  value: string;
  /** Its value is kept unless a new one is typed. */
  isStored: boolean;
}

export interface HeadersDraft {
  headers: HeaderDraft[];
}

const MOST_HEADERS = 10;
let keys = 0;

const newHeader = (): HeaderDraft => ({ key: keys++, name: '', value: '', isStored: false });

export const headersDraft = (names: string[] = []): HeadersDraft => ({
  headers: names.map((name) => ({ ...newHeader(), name, isStored: true })),
});

/** All headers of a new webhook. */
export function toHeaders({ headers }: HeadersDraft): Record<string, string> {
  return Object.fromEntries(filled(headers).map(({ name, value }) => [name.trim(), value]));
}

/** Only what changes: values of stored headers cannot be read, so they are kept. Undefined: nothing changes. */
export function toHeadersChange(
  draft: HeadersDraft,
  storedNames: string[],
): { headers?: Record<string, string | null> } {
  const kept = draft.headers.filter(({ isStored }) => isStored).map(({ name }) => name);
  const removed = storedNames.filter((name) => !kept.includes(name)).map((name) => [name, null]);
  const typed = filled(draft.headers.filter(({ isStored, value }) => !isStored || value !== ''));
  const headers = Object.fromEntries([...removed, ...typed.map(({ name, value }) => [name.trim(), value])]);
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** A row that was added and left empty is ignored. */
function filled(headers: HeaderDraft[]): HeaderDraft[] {
  return headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
}

/** The row of a header that the server refused. */
export function headerPlace(path: string, { headers }: HeadersDraft): string {
  const name = /^headers\.(.*)$/.exec(path)?.[1];
  const row = headers.findIndex((header) => header.name.trim() === name);
  return row === -1 ? path : `headers.${row}.value`;
}

export function HeaderFields({ form }: { form: FormOf<HeadersDraft> }) {
  const { headers } = form.values;
  return (
    <fieldset className={classes.headers}>
      <legend>Headers (optional)</legend>
      {headers.map(({ key, name, isStored }, index) => (
        <div key={key} className={classes.header}>
          <TextInput
            aria-label={`Name of header ${index + 1}`}
            placeholder="Authorization"
            maxLength={64}
            readOnly={isStored}
            autoComplete="off"
            {...form.getInputProps(`headers.${index}.name`)}
          />
          <PasswordInput
            aria-label={`Value of header ${index + 1}`}
            placeholder={isStored ? 'Unchanged' : 'Value'}
            maxLength={1024}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide value', tabIndex: 0 }}
            {...form.getInputProps(`headers.${index}.value`)}
          />
          <CloseButton
            aria-label={`Remove header ${name || index + 1}`}
            onClick={() => form.removeListItem('headers', index)}
          />
        </div>
      ))}
      {headers.length < MOST_HEADERS && (
        <Button variant="default" size="xs" onClick={() => form.insertListItem('headers', newHeader())}>
          Add header
        </Button>
      )}
    </fieldset>
  );
}
