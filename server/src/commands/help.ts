import type { Command, Option } from './command.ts';
import { COMMANDS } from './commands.ts';

const WIDTH = 100;

/** The help of one command, of a command group, or of all commands. */
export function helpFor(name: string | undefined): string {
  const command = COMMANDS.find((one) => one.name === name);
  const listed = name === undefined ? COMMANDS : subcommandsOf(name);
  return [
    ...(name === undefined ? ['visibility: tracks how often AI assistants mention your brand.'] : []),
    ...(command
      ? commandHelp(command)
      : [`Usage: visibility ${name === undefined ? '' : `${name} `}COMMAND [options]`]),
    ...(listed.length > 0 ? [`Commands:\n${table(listed.map((one) => [signatureOf(one), one.summary]))}`] : []),
    ...(command ? [] : ['Show the options of a command: visibility COMMAND --help']),
    ...(name === undefined ? ['Settings come from environment variables or a .env file: see .env.example.'] : []),
  ].join('\n\n');
}

export function subcommandsOf(word: string): Command[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
}

export function usageOf(command: Command): string {
  return `visibility ${signatureOf(command)}${Object.keys(command.options).length > 0 ? ' [options]' : ''}`;
}

function signatureOf({ name, args }: Command): string {
  return [name, ...args].join(' ');
}

function commandHelp(command: Command): string[] {
  const options = Object.entries(command.options).map(([name, option]) => [flagOf(name, option), textOf(option)]);
  const listed = options.length > 0 ? [`Options:\n${table(options)}`] : [];
  return [`Usage: ${usageOf(command)}`, wrap(command.summary, 0), ...listed];
}

function flagOf(name: string, { choices, value = choices?.join('|') }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function textOf(option: Option): string {
  const isDefault = option.default === undefined ? '' : ` Default: ${option.default}.`;
  return `${option.summary}${isDefault}${option.multiple ? ' Can be repeated.' : ''}`;
}

function table(rows: string[][]): string {
  const indent = Math.max(...rows.map(([left = '']) => left.length)) + 4;
  return rows.map(([left = '', right = '']) => `  ${left}`.padEnd(indent) + wrap(right, indent)).join('\n');
}

/** Wraps a text that starts in column `indent`, and indents the following lines. */
function wrap(text: string, indent: number): string {
  const [first = '', ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (indent + longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
