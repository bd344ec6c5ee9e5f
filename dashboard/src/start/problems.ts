/** Something the server refuses, and the step it belongs to. */
export interface Problem {
  step: number;
  /** Where in that step: `name`, `domains`, `competitors[1].domains`. */
  field: string;
  /** Which of the field's values, where it has several. */
  index?: number;
  message: string;
}

/** The server names every problem with its place: `brand.domains[0]: must be a domain; competitors[1].name: …`. */
export function readProblems(detail: string): Problem[] {
  return detail.split('; ').map((sentence) => {
    const [, place, message] = /^([a-z_.[\]0-9]+): (.*)$/s.exec(sentence) ?? [];
    if (place === undefined || message === undefined) return { step: LAST_STEP, field: '', message: sentence };
    return { ...whereIs(place), message };
  });
}

const LAST_STEP = 3;

function whereIs(place: string): Omit<Problem, 'message'> {
  const [first = '', second = ''] = place.split('.');
  const [, field = '', index] = /^(\w*)(?:\[(\d+)\])?$/.exec(second) ?? [];
  const which = index === undefined ? {} : { index: Number(index) };
  if (first === 'brand') return { step: 0, field, ...which };
  if (first.startsWith('competitors'))
    return { step: 1, field: field === 'domains' ? `${first}.domains` : first, ...which };
  if (first.startsWith('keywords') || first === 'prompts') return { step: 2, field: first };
  return { step: LAST_STEP, field: place };
}

/** What is said at one field, in one sentence; of several values it quotes the one that is meant. */
export function messageAt(
  problems: Problem[],
  { step, field, values = [] }: { step: number; field: string; values?: string[] },
): string | undefined {
  const found = problems.filter((problem) => problem.step === step && problem.field === field);
  if (found.length === 0) return undefined;
  const sentences = found.map(({ message, index }) => {
    const value = index === undefined ? undefined : values[index];
    return value === undefined ? message : `“${value}” ${message}`;
  });
  const sentence = sentences.join('; ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
