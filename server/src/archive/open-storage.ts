import { fileURLToPath } from 'node:url';
import { SetupError } from '../base/errors.ts';
import { parseUrl } from '../base/parse-url.ts';
import { fileStorage } from './file-storage.ts';
import { type S3Settings, s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the archive at a URL that was given with an option. */
export function openStorage(
  given: string | undefined,
  option: '--to' | '--from' | '--with-archive',
  s3: S3Settings,
): Storage {
  const url = given === undefined ? undefined : parseUrl(given);
  const isFolder = url?.protocol === 'file:' && url.host === '' && url.pathname !== '/';
  if (isFolder) return fileStorage(fileURLToPath(url));
  if (url?.protocol === 's3:' && url.host !== '') return s3Storage(url, s3);
  throw new SetupError(
    `${option} must be a URL such as file:///var/archive or s3://bucket/prefix, not "${given ?? ''}".`,
  );
}
