import type { Call } from '../../src/commands/command.ts';
import { type Config, readConfig } from '../../src/config.ts';

/** What the command line hands to a command. */
export function callWith<Options, Arguments>(
  options: Options,
  args: Arguments,
  config: Config = readConfig({}),
): Call<Options, Arguments> {
  return { config, environment: {}, options, args };
}
