/** Something the server refuses, and the step it belongs to. */
export interface Problem {
  step: number;
  /** Where in that step: `name`, `domains`, `competitors[1]`. */
  field: string;
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

function whereIs(place: string): Pick<Problem, 'step' | 'field'> {
  const [first = '', second = ''] = place.split('.');
  if (first === 'brand') return { step: 0, field: second.replace(/\[\d+\]$/, '') };
  if (first.startsWith('competitors')) return { step: 1, field: first };
  if (first.startsWith('keywords') || first === 'prompts') return { step: 2, field: first };
  return { step: LAST_STEP, field: place };
}

/** What is said at one field, in one sentence. */
export function messageAt(problems: Problem[], step: number, field: string): string | undefined {
  const found = problems.filter((problem) => problem.step === step && problem.field === field);
  return found.length === 0 ? undefined : found.map(({ message }) => message).join('; ');
}
