import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Alias } from '../analyze/subject.ts';
import { SetupError } from '../base/errors.ts';
import { makeId } from '../base/id.ts';
import type { Db } from '../store/db.ts';
import { findReread, loadReading, type NamedSubject, OWN_BRAND, saveReading } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { adviceOn, domainField, MOST_COMPETITORS, nameField, withName } from '../subject/names.ts';
import { type KeywordPreview, previewNames } from '../subject/preview.ts';
import { rereadDue } from '../subject/reread.ts';
import type { Call } from './command.ts';
import type { WorkspaceService } from './open.ts';
import { createProgress } from './progress.ts';

const alias = z.union([
  z.string().transform((text): Alias => ({ text })),
  z.strictObject({
    text: z.string(),
    case: z.enum(['smart', 'exact', 'insensitive']).optional(),
    requireAny: z.array(z.string()).optional(),
    excludeAny: z.array(z.string()).optional(),
  }),
]);
const brand = z.strictObject({
  name: nameField,
  aliases: z.array(alias).max(50).default([]),
  domains: z.array(domainField).max(50).default([]),
});
const subjectFile = z.strictObject({
  brand,
  competitors: z
    .array(brand.extend({ id: z.string().optional() }))
    .max(MOST_COMPETITORS)
    .default([]),
});

export async function run(
  { db, workspace }: WorkspaceService,
  { options, args: [file] }: Call<{ preview: boolean }, [string | undefined]>,
): Promise<string> {
  if (file === undefined) return showSubject(db, workspace);
  const { subject, warnings } = await readSubject(db, workspace, file);
  for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`);
  if (options.preview) return previewTable(await previewNames(db, workspace, subject));
  const onProgress = createProgress('Analyzing stored answers again', process.stderr);
  const reading = await applySubject(db, workspace, { subject, onProgress });
  const before = `GET /api/v1/visibility/{keyword_id}?reading=${reading - 1}`;
  return `Saved. These names are used from now on.${reading > 1 ? ` Scores under the names before: ${before}` : ''}`;
}

/** The brand and competitors of a workspace, in the format of the file that changes them. */
async function showSubject(db: Db, workspace: Workspace): Promise<string> {
  const subject = await loadReading(db, workspace.workspaceId, workspace.reading);
  if (!subject) throw new SetupError('No brand is set up yet. Create a file and run: visibility brand brand.json');
  const { id: _, ...own } = subject.brand;
  return JSON.stringify({ brand: own, competitors: subject.competitors }, null, 2);
}

interface NewSubject {
  subject: NamedSubject;
  warnings: string[];
}

/** Reads the subject from a file. A competitor with a known name or id keeps its id and its history. */
async function readSubject(db: Db, workspace: Workspace, path: string): Promise<NewSubject> {
  const parsed = subjectFile.safeParse(parseFile(path));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
    throw new SetupError(`${path}: ${problems.join('; ')}.`);
  }
  const known = (await loadReading(db, workspace.workspaceId, workspace.reading))?.competitors ?? [];
  const subject: NamedSubject = {
    brand: withName({ ...parsed.data.brand, id: OWN_BRAND }),
    competitors: parsed.data.competitors.map(({ id, ...competitor }) => {
      const same = known.find((one) => one.id === id || one.name === competitor.name);
      return withName({ ...competitor, id: same?.id ?? makeId('cmp') });
    }),
  };
  return { subject, warnings: checkAliases(path, subject) };
}

/**
 * Saves the subject and analyzes the stored answers again. A running server helps, and finishes the work if this is
 * interrupted.
 */
async function applySubject(
  db: Db,
  workspace: Workspace,
  { subject, onProgress }: { subject: NamedSubject; onProgress: (done: number, total: number) => void },
): Promise<number> {
  const reading = await db.transaction((tx) => saveReading(tx, workspace.workspaceId, { subject, now: workspace.now }));
  for (;;) {
    const left = await findReread(db, workspace.workspaceId);
    if (!left) break;
    onProgress(left.keywordsDone, left.keywordsTotal);
    if ((await rereadDue(db)) === 0) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  onProgress(1, 1);
  return reading;
}

function previewTable(previews: KeywordPreview[]): string {
  const changed = previews.filter(({ gained, lost }) => gained + lost > 0);
  if (changed.length === 0) return 'No score would change.';
  return changed
    .flatMap(({ keyword, scoreBefore, scoreAfter, gained, lost, examples }) => [
      `${keyword}: ${scoreBefore} → ${scoreAfter} (${gained} answers gained, ${lost} lost)`,
      ...examples.map(({ change, platform, context }) => `  ${change} on ${platform}: ${context}`),
    ])
    .join('\n');
}

function parseFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SetupError(`Cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SetupError(`${path} is not valid JSON: ${(error as Error).message}.`);
  }
}

function checkAliases(path: string, { brand: own, competitors }: NamedSubject): string[] {
  const advice = [own, ...competitors].flatMap(adviceOn);
  const [wrong] = advice.filter(({ error }) => error);
  if (wrong) throw new SetupError(`${path}: "${wrong.text}": ${wrong.error}`);
  return advice.flatMap(({ text, warning }) => (warning ? [`"${text}": ${warning}`] : []));
}
