import { parseArgs } from 'node:util';
import { SetupError } from '../base/errors.ts';
import { own } from '../base/own.ts';
import { type Call, type Command, oneOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { helpFor, subcommandsOf, usageOf } from './help.ts';

interface Invocation extends Pick<Call, 'options' | 'args'> {
  command: Command;
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** The command to run with its checked options and arguments, or the help text to print. */
export function readCommandLine(given: string[]): Invocation | string {
  const { words, wantsHelp } = skim(given);
  const [first, second] = words;
  if (first === undefined) {
    parseStrictly(given, {}, 'Run visibility --help.');
    return helpFor(undefined);
  }
  const name = [`${first} ${second}`, first].find((one) => COMMANDS.some((command) => command.name === one));
  const command = COMMANDS.find((one) => one.name === name);
  if (wantsHelp && (command || subcommandsOf(first).length > 0)) return helpFor(command?.name ?? first);
  if (!command) throw unknownCommand(words);
  const parsed = parseStrictly(given, command.options, optionsText(command));
  const args = parsed.positionals.slice(command.name.split(' ').length);
  checkArguments(command, args);
  return { command, args, options: readOptions(command, parsed.values) };
}

/** Options may come before the command, so all options are parsed to find the command words. */
function skim(given: string[]): { words: string[]; wantsHelp: boolean } {
  const options = Object.assign({ ...HELP }, ...COMMANDS.map((command) => command.options));
  const { positionals, values } = parseArgs({ args: given, options, strict: false, allowPositionals: true });
  const isHelp = positionals[0] === 'help';
  return { words: isHelp ? positionals.slice(1) : positionals, wantsHelp: isHelp || values.help === true };
}

function unknownCommand([first = '', second]: string[]): SetupError {
  const names = subcommandsOf(first).map(({ name }) => name.split(' ')[1]);
  if (names.length === 0) return new SetupError(`Unknown command "${first}". List commands: visibility --help`);
  const problem = second === undefined ? 'Missing subcommand' : `Unknown command "${first} ${second}"`;
  return new SetupError(`${problem}. Usage: visibility ${first} ${names.join(' | ')}`);
}

function parseStrictly(args: string[], options: Command['options'], advice: string) {
  try {
    return parseArgs({ args, options: { ...options, ...HELP }, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s|\.?\n/);
    throw new SetupError(`${sentence}. ${advice}`);
  }
}

function optionsText({ name, options }: Command): string {
  const names = Object.keys(options).map((option) => `--${option}`);
  return names.length === 0
    ? `visibility ${name} has no options.`
    : `Options of visibility ${name}: ${names.join(', ')}.`;
}

function checkArguments(command: Command, args: string[]): void {
  const usage = `Usage: ${usageOf(command)}. See visibility ${command.name} --help.`;
  const missing = command.args.find((name, index) => !name.startsWith('[') && args[index] === undefined);
  if (missing !== undefined) throw new SetupError(`Missing ${missing}. ${usage}`);
  const extra = args[command.args.length];
  if (extra !== undefined) throw new SetupError(`Unexpected argument "${extra}". ${usage}`);
}

function readOptions({ options }: Command, values: Record<string, unknown>): Record<string, unknown> {
  const read = Object.entries(options).map(([name, { type, multiple, choices }]) => {
    const value = own(values, name) ?? (type === 'boolean' ? false : multiple ? [] : undefined);
    if (choices && value !== undefined) oneOf(`--${name}`, String(value), choices);
    return [name, value];
  });
  return Object.fromEntries(read);
}
