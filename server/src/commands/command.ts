import { SetupError } from '../base/errors.ts';
import type { Config } from '../config.ts';
import type { Service, WorkspaceService } from './open.ts';

export interface Option {
  type: 'string' | 'boolean';
  multiple?: boolean;
  /** The valid values. */
  choices?: readonly string[];
  default?: string;
  /** The placeholder of the value in help, such as ADDRESS. */
  value?: string;
  summary: string;
}

type Options = Record<string, Option>;
type Text<One extends Option> = One extends { choices: readonly (infer Choice extends string)[] } ? Choice : string;
type ValueOf<One extends Option> = One extends { type: 'boolean' }
  ? boolean
  : One extends { multiple: true }
    ? string[]
    : Text<One> | (One extends { default: string } ? never : undefined);
type Values<All extends Options> = { [Name in keyof All]: ValueOf<All[Name]> };
type ArgumentsOf<Names extends readonly string[]> = {
  -readonly [Index in keyof Names]: Names[Index] extends `[${string}]` ? string | undefined : string;
};

/** What a command runs with. Every declared option has a key, so using an undeclared option does not compile. */
export interface Call<CallOptions = object, Arguments = (string | undefined)[]> {
  config: Config;
  environment: Record<string, string | undefined>;
  options: CallOptions;
  args: Arguments;
}

/** Returns what to print on stdout, unless the command has already written it. */
type Run<OneCall> = (call: OneCall) => Promise<string | undefined>;

/** A command without its own option types, as the command line handles all commands. */
export interface Command {
  /** One or two words, such as `keys create`. */
  name: string;
  /** Its arguments in order, such as FILE. Optional ones are in brackets. */
  args: readonly string[];
  summary: string;
  options: Options;
  run: Run<Call>;
}

/** Declares a command. `run` imports its module when called, so that help loads no command module. */
export function command<const All extends Options, const Names extends readonly string[] = []>({
  args,
  run,
  ...rest
}: Omit<Command, 'args' | 'options' | 'run'> & {
  args?: Names;
  options: All;
  run: Run<Call<Values<All>, ArgumentsOf<Names>>>;
}): Command {
  // The command line has checked options and arguments.
  return { ...rest, args: args ?? [], run: run as unknown as Run<Call> };
}

/** Opens the database for a command. */
export function withService<OneCall extends Call>(
  load: () => Promise<(service: Service, call: OneCall) => Promise<string | undefined>>,
): Run<OneCall> {
  return async (call) => {
    const [{ withService: open }, run] = await Promise.all([import('./open.ts'), load()]);
    return open(call.config, (service) => run(service, call));
  };
}

interface WorkspaceOptions {
  account: string | undefined;
  mode: 'live' | 'test';
}

/** Opens the database and the workspace that `--account` and `--mode` choose. */
export function withWorkspace<OneCall extends Call>(
  load: () => Promise<(service: WorkspaceService, call: OneCall) => Promise<string | undefined>>,
): Run<OneCall & Call<WorkspaceOptions>> {
  return withService(async () => {
    const [{ openWorkspace }, run] = await Promise.all([import('./open.ts'), load()]);
    return async (service, call) => run(await openWorkspace(service, call.options), call);
  });
}

/** The value, if it is allowed. */
export function oneOf<Value extends string>(label: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(allowed);
  throw new SetupError(`${label} must be ${choices}, not "${value}".`);
}
