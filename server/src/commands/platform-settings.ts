import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from '../base/errors.ts';
import { check } from '../base/problems.ts';
import type { ConfiguredPlatform } from '../collect/live-platform.ts';
import { instanceName, requestBody } from '../collect/named-platform.ts';
import { type Config, platformsIn } from '../config.ts';

const platformFile = z.array(
  z.strictObject({
    platform: instanceName,
    baseUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    model: z.string().min(1),
    apiKey: z.string().default(''),
    requestBody: requestBody.default({}),
  }),
);

/** The settings of every platform: those of the environment, and the servers of PLATFORMS_FILE. */
export function platformSettings(config: Config): Record<string, ConfiguredPlatform> {
  const named = readFile(config.PLATFORMS_FILE).map(({ platform, ...settings }) => [platform, settings] as const);
  return { ...platformsIn(config), ...Object.fromEntries(named) };
}

/** The platforms that every workspace can use, because the installation has a key. */
export function platformsWithKey(config: Config): string[] {
  return Object.entries(platformSettings(config)).flatMap(([id, { apiKey }]) => (apiKey === undefined ? [] : [id]));
}

function readFile(path: string | undefined): z.output<typeof platformFile> {
  if (path === undefined) return [];
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The error of the parser would repeat a part of the file, which contains keys.
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(`PLATFORMS_FILE ${path} ${code ? `cannot be read (${code})` : 'is not valid JSON'}.`);
  }
  const checked = check(platformFile, content);
  if (checked.problems !== undefined) throw new SetupError(`PLATFORMS_FILE ${path}: ${checked.detail}.`);
  return checked.value;
}
