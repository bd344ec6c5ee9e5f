declare const process: { argv: string[] };

/** What every client is given: a server, and what to ask for. */
export interface Given {
  baseUrl: string;
  apiKey: string;
  /** A day, for the filter. */
  since: string;
  /** The keyword to create. */
  keyword: string;
}

/** What every client answers: of a filtered list, a created keyword, and an event narrowed by its type. */
interface Answer {
  total: number | undefined;
  position: number | undefined;
  keyword: string | undefined;
  score: number | undefined;
}

/** Does not compile if a generator typed a field as `any`. */
export function answer<Found extends Answer>(
  found: Found & { [Field in keyof Found]: 0 extends 1 & Found[Field] ? never : unknown },
): Answer {
  return found;
}

export async function start(run: (given: Given) => Promise<Answer>): Promise<void> {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ''))));
}
