export interface FieldErrors {
  /** What is wrong with each field, by its name. */
  at: Record<string, string>;
  /** What belongs to no field of the form. */
  rest: Error | null;
}

/**
 * Puts what the server says of a form (`name: must not be empty; allowed_ips[1]: must be …`) to its fields.
 * An entry of a list is named by what was sent at its place, because a person does not count lines.
 */
export function fieldErrors(error: Error | null, sent: object): FieldErrors {
  const at: Record<string, string> = {};
  const rest: string[] = [];
  for (const problem of error?.message.split('; ') ?? []) {
    const [, field, index, words] = /^([a-z_]+)(?:\[(\d+)\])?: (.+)$/s.exec(problem) ?? [];
    if (field === undefined || words === undefined || !(field in sent)) {
      rest.push(problem);
      continue;
    }
    const list: unknown = sent[field as keyof typeof sent];
    const entry = index !== undefined && Array.isArray(list) ? list[Number(index)] : undefined;
    const sentence =
      entry === undefined ? capitalize(words) : `“${entry}”${words.startsWith('must') ? '' : ':'} ${words}`;
    at[field] = [at[field], /[.!?]$/.test(sentence) ? sentence : `${sentence}.`].filter(Boolean).join(' ');
  }
  return { at, rest: rest.length > 0 ? new Error(rest.join('; ')) : null };
}

/** The lines of a text field that hold something. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
