import { field, list, number } from './json.ts';

/**
 * The parts of a reply that an adapter understands. A path is names joined by dots; `*` means every entry of a
 * list.
 */
export interface ReplyShape {
  /** Raised whenever the request or the way of reading changes, so that a series can be marked. */
  version: string;
  /** Paths of values that must be one of these texts, such as the type of an output item. */
  types: Record<string, readonly string[]>;
  /** Paths of objects that must have no other fields. For replies whose parts have no type. */
  fields?: Record<string, readonly string[]>;
  /** Path of a number that every reply with usage has. */
  usage: string;
}

export type ShapeProblemKind = 'unknown_item' | 'missing_usage' | 'unknown_ending' | 'unread_marker';

/** Something in a reply that its adapter does not understand. */
export interface ShapeProblem {
  kind: ShapeProblemKind;
  detail: string;
}

const LONGEST_DETAIL = 80;
/** A reply that changed completely has hundreds. A few are enough to see what changed. */
const MOST_PROBLEMS = 3;

/** What a reply contains that its adapter does not understand, each once. */
export function shapeProblems(reply: unknown, { types, fields = {}, usage }: ReplyShape): ShapeProblem[] {
  const unknown = new Set<string>();
  for (const [path, known] of Object.entries(types)) {
    for (const value of valuesAt(reply, path)) {
      if (!known.includes(value as string)) unknown.add(`${path}: ${printed(value)}`);
    }
  }
  for (const [path, known] of Object.entries(fields)) {
    for (const name of valuesAt(reply, path).flatMap(namesOf)) {
      if (!known.includes(name)) unknown.add(`${path}.${name}`);
    }
  }
  const problems = [...unknown].slice(0, MOST_PROBLEMS).map((detail): ShapeProblem => {
    return { kind: 'unknown_item', detail: detail.slice(0, LONGEST_DETAIL) };
  });
  if (number(valuesAt(reply, usage)[0]) === undefined) problems.push({ kind: 'missing_usage', detail: usage });
  return problems;
}

/** The values at a path. Undefined if an existing object does not have the name. */
function valuesAt(reply: unknown, path: string): unknown[] {
  const steps = path.split('.');
  return steps.reduce(
    (values, name) =>
      values
        .filter((value) => value !== undefined)
        .flatMap((value) => (name === '*' ? list(value) : [field(value, name)])),
    [reply],
  );
}

function namesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : typeof value;
}

/**
 * Markers that a platform failed to turn into citations, in its own notation: `[cite: 1]`, `turn0search3`, and the
 * private-use characters around it.
 */
const UNREAD_MARKER = /\uE200cite|\bturn\d+(?:search|news|view|fetch)\d+\b|\[cite: ?\d|<co>|<grok:/;

export function unreadMarkers(text: string): ShapeProblem[] {
  const found = UNREAD_MARKER.exec(text);
  return found ? [{ kind: 'unread_marker', detail: printedMarker(found[0]) }] : [];
}

function printedMarker(marker: string): string {
  return marker.replace(/\uE200/, '').replace(/\d+/g, '0');
}
