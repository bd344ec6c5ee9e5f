import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { own } from '../../../server/src/base/own.ts';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import { type Problem, RequestError } from '../api/request.ts';
import { useOnce } from './use-once.ts';

interface ServerFormOptions<Values, Saved> {
  /** Use the field names of the request body, so that validation errors can be assigned to fields. */
  initialValues: Values;
  save: (values: Values) => Promise<Saved>;
  onSaved?: (saved: Saved) => unknown;
  /** Maps a path in the request body to a path in the form, if they differ. */
  placeOf?: (path: string, values: Values) => string;
  /** Called before validation errors are shown, to make their fields visible. */
  onRefused?: (problems: Problem[]) => void;
  onChange?: () => void;
  /** Nothing that is shown is changed, or `onSaved` refreshes it. */
  changesNothing?: boolean;
}

export interface ServerForm<Values, Saved = unknown> extends UseFormReturnType<Values> {
  saved: UseMutationResult<Saved, Error, void>;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** The element that contains the fields, if it is not the submitted form. */
  root: RefObject<HTMLDivElement | null>;
  /** An error that belongs to no field. */
  failure: Error | null;
}

/** The part of a form that a group of fields needs. */
export interface FormOf<Values> {
  values: Values;
  getInputProps(path: string, options?: { type: 'checkbox' }): ReturnType<UseFormReturnType<Values>['getInputProps']>;
  insertListItem(path: string, item: unknown): void;
  removeListItem(path: string, index: number): void;
}

/** A form validated by the server. Errors are shown at their fields, and the first invalid field gets the focus. */
export function useServerForm<Values extends object, Saved>({
  initialValues,
  save,
  onSaved,
  placeOf = (path) => path,
  onRefused,
  onChange,
  changesNothing = false,
}: ServerFormOptions<Values, Saved>): ServerForm<Values, Saved> {
  const form = useForm<Values>({ initialValues, onValuesChange: onChange });
  const root = useRef<HTMLDivElement>(null);
  const submitted = useRef<HTMLFormElement>(null);
  const saved = useMutation({
    mutationFn: async () => save(form.getValues()),
    // The response may contain a secret.
    gcTime: 0,
    ...(changesNothing && { meta: CHANGES_NOTHING }),
    onMutate: () => form.clearErrors(),
    onSuccess: onSaved,
    onError: (error) => {
      const problems = error instanceof RequestError ? error.problems : [];
      onRefused?.(problems);
      const fields = fieldsIn(root.current ?? submitted.current);
      const errors = sortProblems(error, problems, { placeOf: (path) => placeOf(path, form.getValues()), fields });
      flushSync(() => form.setErrors(errors));
      focusOn(fields.find(({ dataset }) => dataset.path !== undefined && Object.hasOwn(errors, dataset.path)));
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

/** Maps a list entry of the request to its row in the form. `rows` are the form rows of the sent entries. */
export function rowPlace(path: string, list: string, rows: (number | undefined)[]): string {
  const [first, place, ...rest] = path.split('.');
  return first === list && place !== undefined ? [list, rows[Number(place)], ...rest].join('.') : path;
}

/** The key of errors that belong to no field. */
const REST = '';

function fieldsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
}

/** The field itself, the first field inside it, or the field that contains it, such as a text area with one entry per line. */
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
    // In a field with one entry per line, quote the invalid entry.
    const line = field !== undefined && place.startsWith(`${field}.`) ? valueAt(sent, path) : undefined;
    const name = field === undefined ? path : typeof line === 'string' && line !== '' ? `“${line}”` : '';
    const sentence = name === '' ? message : `${name}: ${message}`;
    errors[field ?? REST] = [own(errors, field ?? REST), sentence].filter(Boolean).join(' ');
  }
  return errors;
}

function valueAt(sent: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => own(value as Record<string, unknown> | undefined, part), sent);
}

function focusOn(field: HTMLElement | undefined): void {
  const isInput = field?.matches('input, textarea, select');
  (isInput ? field : field?.querySelector<HTMLElement>('input'))?.focus();
}
