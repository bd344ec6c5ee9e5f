import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Problem, RequestError } from '../api/request.ts';
import { useOnce } from './use-once.ts';

interface ServerFormOptions<Values, Saved> {
  /** Named as the fields of the body, so that the server's problems find them. */
  initialValues: Values;
  save: (values: Values) => Promise<Saved>;
  onSaved?: (saved: Saved) => unknown;
  /** Where a field of the body is in the form, if not under the same path. */
  placeOf?: (path: string, values: Values) => string;
  /** Called before problems are shown, to bring their fields onto the page. */
  onRefused?: (problems: Problem[]) => void;
  onChange?: () => void;
}

export interface ServerForm<Values, Saved = unknown> extends UseFormReturnType<Values> {
  saved: UseMutationResult<Saved, Error, void>;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Where the fields are, if not in the form that is submitted. */
  root: RefObject<HTMLDivElement | null>;
  /** What belongs to no field of the form. */
  failure: Error | null;
}

/** What a group of fields needs of the form that it is part of. */
export interface FormOf<Values> {
  values: Values;
  getInputProps(path: string, options?: { type: 'checkbox' }): ReturnType<UseFormReturnType<Values>['getInputProps']>;
  insertListItem(path: string, item: unknown): void;
  removeListItem(path: string, index: number): void;
}

/** A form that the server checks: each problem is shown beside its field, and the first such field gets the focus. */
export function useServerForm<Values extends object, Saved>({
  initialValues,
  save,
  onSaved,
  placeOf = (path) => path,
  onRefused,
  onChange,
}: ServerFormOptions<Values, Saved>): ServerForm<Values, Saved> {
  const form = useForm<Values>({ initialValues, onValuesChange: onChange });
  const root = useRef<HTMLDivElement>(null);
  const submitted = useRef<HTMLFormElement>(null);
  const saved = useMutation({
    mutationFn: async () => save(form.getValues()),
    // The answer may hold a secret.
    gcTime: 0,
    onMutate: () => form.clearErrors(),
    onSuccess: onSaved,
    onError: (error) => {
      const problems = error instanceof RequestError ? error.problems : [];
      onRefused?.(problems);
      const fields = fieldsIn(root.current ?? submitted.current);
      const errors = sortProblems(error, problems, { placeOf: (path) => placeOf(path, form.getValues()), fields });
      flushSync(() => form.setErrors(errors));
      focusOn(fields.find(({ dataset }) => dataset.path !== undefined && dataset.path in errors));
    },
  });
  const send = useOnce(saved);
  const rest = form.errors[REST];
  return {
    ...form,
    saved,
    root,
    submit: (event) => {
      submitted.current = event.currentTarget;
      form.onSubmit(send)(event);
    },
    failure: typeof rest === 'string' ? new Error(rest) : null,
  };
}

/** Where an entry of a list is in the form: `rows` are the places there of the entries that were sent. */
export function rowPlace(path: string, list: string, rows: (number | undefined)[]): string {
  const [first, place, ...rest] = path.split('.');
  return first === list && place !== undefined ? [list, rows[Number(place)], ...rest].join('.') : path;
}

/** Under this key are the errors of no field. */
const REST = '';

function fieldsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
}

/** The field itself, the first field within it, or the field that holds it, such as a text of many lines. */
function fieldFor(path: string, fields: HTMLElement[]): string | undefined {
  const paths = fields.map(({ dataset }) => dataset.path ?? '');
  return (
    paths.find((one) => one === path) ??
    paths.find((one) => one.startsWith(`${path}.`)) ??
    paths.find((one) => path.startsWith(`${one}.`))
  );
}

interface Places {
  placeOf: (path: string) => string;
  fields: HTMLElement[];
}

function sortProblems(error: Error, problems: Problem[], { placeOf, fields }: Places): FormErrors {
  if (problems.length === 0) return { [REST]: error.message };
  const sent = error instanceof RequestError ? error.sent : undefined;
  const errors: Record<string, string> = {};
  for (const { path, message } of problems) {
    const place = placeOf(path);
    const field = fieldFor(place, fields);
    // Of a field with many lines, the line that is meant.
    const line = field !== undefined && place.startsWith(`${field}.`) ? valueAt(sent, path) : undefined;
    const name = field === undefined ? path : typeof line === 'string' && line !== '' ? `“${line}”` : '';
    const sentence = name === '' ? message : `${name}: ${message}`;
    errors[field ?? REST] = [errors[field ?? REST], sentence].filter(Boolean).join(' ');
  }
  return errors;
}

function valueAt(sent: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], sent);
}

function focusOn(field: HTMLElement | undefined): void {
  const isInput = field?.matches('input, textarea, select');
  (isInput ? field : field?.querySelector<HTMLElement>('input'))?.focus();
}
