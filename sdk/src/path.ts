/**
 * The path of a record, with its ids encoded. An id that is empty or climbs up the path would ask for something else
 * than it names, so it is refused here.
 */
export function path(texts: TemplateStringsArray, ...ids: string[]): string {
  return texts.map((text, index) => text + (index < ids.length ? encoded(ids[index]) : '')).join('');
}

function encoded(id: unknown): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new TypeError(`${typeof id === 'string' ? JSON.stringify(id) : String(id)} is not an id`);
  }
  return encodeURIComponent(id);
}

/** A query string with its `?`, without what is undefined or null. */
export function queryString(query: object | undefined): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) params.set(name, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}
