import { existsSync } from 'node:fs';
import { ApiError, SetupError } from './base/errors.ts';
import { readCommandLine } from './commands/command-line.ts';

/** Runs one command. Both kinds of error exit with 1: a user error prints one sentence, a bug prints a stack trace. */
export async function run(args: string[]): Promise<void> {
  try {
    const text = await main(args);
    if (text !== undefined) process.stdout.write(`${text}\n`);
  } catch (error) {
    const isTheirs = error instanceof SetupError || error instanceof ApiError;
    process.stderr.write(`${isTheirs ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

async function main(given: string[]): Promise<string | undefined> {
  const asked = readCommandLine(given);
  if (typeof asked === 'string') return asked;
  const { command, options, args } = asked;
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { proxyIn, readConfig } = await import('./config.ts');
  const config = readConfig(process.env);
  const { sendThrough } = await import('./base/outgoing.ts');
  sendThrough(proxyIn(config), config.PLATFORM_TIMEOUT_SECONDS * 1000);
  return command.run({ config, environment: process.env, options, args });
}
