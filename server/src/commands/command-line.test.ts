import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';

const lineOf = (text: string) => readCommandLine(text.split(' ').filter(Boolean));

test.each([
  [
    'verify --ip x',
    "Unknown option '--ip'. Options of visibility verify: --keyword, --with-archive, --mode, --account, --json.",
  ],
  ['migrate --json', "Unknown option '--json'. visibility migrate has no options."],
  ['oauth create --expires 2027-01-01', "Unknown option '--expires'. Options of visibility oauth create: --mode,"],
  ['--frob', "Unknown option '--frob'. Run visibility --help."],
  ['verify --mode', "Option '--mode <value>' argument missing. Options of visibility verify:"],
  ['verify --mode prod', '--mode must be live or test, not "prod".'],
  ['accounts create New --plan gold', '--plan must be free, pro or enterprise, not "gold".'],
  ['export answers --format xml', '--format must be ndjson or csv, not "xml".'],
  ['verify now', 'Unexpected argument "now". Usage: visibility verify [options]. See visibility verify --help.'],
  ['platforms get', 'Unexpected argument "get". Usage: visibility platforms [options].'],
  ['owner a@b.example c@d.example', 'Unexpected argument "c@d.example". Usage: visibility owner [ADDRESS] [options].'],
  ['bi role', 'Missing NAME. Usage: visibility bi role NAME [options]. See visibility bi role --help.'],
  ['accounts plan Acme', 'Missing PLAN. Usage: visibility accounts plan ACCOUNT PLAN.'],
  ['accounts', 'Missing subcommand. Usage: visibility accounts create | import | list | plan | delete'],
  ['bi grant', 'Unknown command "bi grant". Usage: visibility bi role | list | drop'],
  ['strat', 'Unknown command "strat". List commands: visibility --help'],
])('an invalid command line is refused with a hint: %s', (given, message) => {
  expect(() => lineOf(given)).toThrow(message);
});

test('every option has a value, given or default, and options may come before the command', () => {
  expect(lineOf('--ip 192.0.2.1 keys --name Shop create --ip 192.0.2.2')).toMatchObject({
    command: { name: 'keys create' },
    args: [],
    options: {
      mode: 'test',
      scope: 'read',
      name: 'Shop',
      ip: ['192.0.2.1', '192.0.2.2'],
      domain: [],
      account: undefined,
      expires: undefined,
      plan: undefined,
    },
  });
  expect(lineOf('accounts delete Acme')).toMatchObject({ args: ['Acme'], options: { yes: false } });
});

test.each(['', '--help', '-h', 'help'])('help lists every command, at most 100 characters wide: %j', (given) => {
  const help = String(lineOf(given));
  for (const { name } of COMMANDS) expect(help).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  expect(help.split('\n').filter((line) => line.length > 100)).toEqual([]);
});

test('a command group has its own help', () => {
  expect(lineOf('keys --help')).toMatch(/^Usage: visibility keys COMMAND \[options\]\n\nCommands:\n {2}keys create /);
  expect(lineOf('keys --help')).not.toContain('oauth');
  expect(lineOf('platforms -h')).toMatch(/^Usage: visibility platforms \[options\]\n.* --check .* platforms set /s);
});

test.each(COMMANDS.map(({ name }) => name))('visibility %s --help shows its usage and every option', (name) => {
  const { args = [], options = {} } = COMMANDS.find((command) => command.name === name) ?? {};
  const help = String(lineOf(`${name} --help`));
  expect(help).toMatch(/^Usage: visibility /);
  for (const shown of [name, ...args, ...Object.keys(options).map((one) => `--${one}`)]) expect(help).toContain(shown);
  expect(help.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(lineOf(`help ${name}`)).toBe(help);
});

test('an option that several commands share has the same type in all of them', () => {
  const kinds = COMMANDS.flatMap(({ options }) =>
    Object.entries(options).map(([name, { type, multiple }]) => `${name} ${type} ${multiple ?? false}`),
  );
  const names = [...new Set(kinds)].map((kind) => kind.split(' ')[0]);
  expect(names.length).toBe(new Set(names).size);
});
