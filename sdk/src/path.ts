/** The path of a record, with encoded ids. Rejects ids that would change the path: empty, `.` and `..`. */
export function path(texts: TemplateStringsArray, ...ids: string[]): string {
  return texts.map((text, index) => text + (index < ids.length ? encoded(ids[index]) : '')).join('');
}

function encoded(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new TypeError(`Invalid id: ${typeof id === 'string' ? JSON.stringify(id) : String(id)}`);
  }
  return encodeURIComponent(id);
}

/** A query string with its `?`. Leaves out undefined and null values. */
export function queryString(query: object | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) params.set(name, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}
