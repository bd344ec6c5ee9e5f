import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import { install } from 'undici';
import { SetupError } from '../base/errors.ts';
import type { Storage } from './storage.ts';

export interface S3Settings {
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
  region: string;
  /** Undefined: Amazon S3 in the region. */
  endpoint: string | undefined;
  /** The bucket is in the path instead of the host name. */
  pathStyle: boolean;
}

const TRIES = 3;
const REST_MS = 1_000;

/** An archive in a bucket of Amazon S3 or a compatible service. */
export function s3Storage(url: URL, settings: S3Settings): Storage {
  const bucket = url.host;
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const { client, endpoint } = connect(bucket, settings);
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const attempt = <Result>(work: () => Promise<Result>) => retrying(work, { bucket, endpoint });
  return {
    url: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    async *names() {
      const keys = await attempt(async () => {
        const found: string[] = [];
        for await (const { key } of client.listObjects({ prefix: keyOf('') })) found.push(key);
        return found;
      });
      for (const key of keys) yield key.slice(keyOf('').length);
    },
    read: (name) =>
      attempt(async () => {
        const response = await client.getObject(keyOf(name)).catch((error) => {
          if (error instanceof S3Errors.ServerError && error.code === 'NoSuchKey') return undefined;
          throw error;
        });
        return response && Buffer.from(await response.arrayBuffer());
      }),
    write: (name, content) =>
      attempt(async () => {
        await client.putObject(keyOf(name), new Uint8Array(content));
      }),
  };
}

function connect(bucket: string, settings: S3Settings) {
  const { accessKeyId, secretAccessKey, sessionToken, region, pathStyle } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new SetupError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for s3:// URLs.');
  }
  const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  // The S3 client uses the global fetch. That of Node 20 fails with undici's connections, which a process has if it loads
  // undici first: "invalid content-length header".
  install();
  try {
    const client = new S3Client({
      endPoint: endpoint,
      region,
      bucket,
      pathStyle,
      accessKey: accessKeyId,
      secretKey: secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    });
    return { client, endpoint };
  } catch (error) {
    throw new SetupError(`Cannot use s3://${bucket}: ${(error as Error).message}.`);
  }
}

/** Tries again after a network error or an error of the service, which busy services answer with now and then. */
async function retrying<Result>(
  work: () => Promise<Result>,
  at: { bucket: string; endpoint: string },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isRefused =
        error instanceof S3Errors.S3Error && !(error instanceof S3Errors.ServerError && error.statusCode >= 500);
      if (isRefused || tries === TRIES) throw explained(error, at);
      await sleep(REST_MS * tries);
    }
  }
}

const CREDENTIALS = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'InvalidToken'];

/** Never contains the keys: the service's message can contain the signed request. */
function explained(error: unknown, { bucket, endpoint }: { bucket: string; endpoint: string }): unknown {
  if (error instanceof S3Errors.ServerError) {
    const { code, statusCode } = error;
    if (code === 'NoSuchBucket')
      return new SetupError(`Bucket ${bucket} does not exist at ${endpoint}. Create it first.`);
    const fix =
      CREDENTIALS.includes(code) || statusCode === 403
        ? 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and what the key may do in the bucket.'
        : 'Check AWS_REGION, AWS_ENDPOINT_URL_S3 and S3_PATH_STYLE, then run the command again: it continues.';
    return new SetupError(`${endpoint} refused a request for bucket ${bucket} (${statusCode} ${code}). ${fix}`);
  }
  if (!(error instanceof TypeError)) return error;
  const { code } = (error.cause ?? {}) as { code?: string };
  return new SetupError(
    `The connection to ${endpoint} failed (${code ?? error.message}). Check AWS_ENDPOINT_URL_S3 and the network, then run the command again: it continues.`,
  );
}
