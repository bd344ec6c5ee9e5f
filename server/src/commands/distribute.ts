import { SetupError } from '../base/errors.ts';
import { type Direction, planSteps, takeSteps, withCoordinator } from '../store/system/distribute.ts';
import { askPerson } from './ask-person.ts';
import type { Call } from './command.ts';
import type { Service } from './open.ts';

/** Can be interrupted at any step and run again. Servers must be stopped meanwhile: a statement over tables in both places fails. */
export async function run(
  { databaseUrl }: Service,
  { options: { undo, yes } }: Call<{ undo: boolean; yes: boolean }>,
  { ask = askPerson, print = toTerminal }: { ask?: typeof askPerson; print?: (text: string) => void } = {},
): Promise<string> {
  const direction: Direction = undo ? 'undo' : 'distribute';
  return withCoordinator(databaseUrl, async (client) => {
    const steps = await planSteps(client, direction);
    const where = undo ? 'on the coordinator' : 'distributed';
    if (steps.length === 0) return `Nothing to do: all data is ${where}.`;
    print(`${steps.map((text) => `  ${text}`).join('\n')}\n\nStop all servers first. Make a backup.`);
    if (!yes) await confirm(ask);
    await takeSteps(client, direction, print);
    return `All data is ${where}.`;
  });
}

async function confirm(ask: typeof askPerson): Promise<void> {
  const typed = await ask('Type yes to continue: ');
  if (typed === undefined) throw new SetupError('Nothing was changed. Add --yes to continue without confirmation.');
  if (typed.trim() !== 'yes') throw new SetupError('Nothing was changed.');
}

function toTerminal(text: string): void {
  process.stderr.write(`${text}\n`);
}
