import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../base/errors.ts';

/** Hashes passwords and compares them. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * False without a stored hash, after the same amount of work: the duration does not reveal whether an account exists.
   */
  matches(password: string, stored: string | undefined): Promise<boolean>;
  /** Whether a hash was created with a lower cost than new ones. */
  isOutdated(stored: string): boolean;
}

// 2^17 with blocks of 8 takes 128 MiB and about 0.4 s of CPU time: the OWASP minimum for scrypt.
const LOG_COST = 17;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PARALLEL_HASHINGS = 2;
// About ten seconds of waiting. Further requests get a 503.
const MOST_WAITING = 50;

interface Hashed {
  logCost: number;
  blockSize: number;
  parallel: number;
  salt: Buffer;
  hash: Buffer;
}

/** Runs at most two hashings in parallel, so that many sign-ins do not use up the memory or the CPU. */
export function createPasswords({ logCost = LOG_COST }: { logCost?: number | undefined } = {}): Passwords {
  const inTurn = createTurns();
  const defaults = { logCost, blockSize: BLOCK_SIZE, parallel: PARALLEL, salt: randomBytes(SALT_BYTES) };
  return {
    async hash(password) {
      const parameters = { ...defaults, salt: randomBytes(SALT_BYTES) };
      return write({ ...parameters, hash: await inTurn(() => derive(password, parameters)) });
    },
    async matches(password, stored) {
      const expected = stored === undefined ? { ...defaults, hash: randomBytes(HASH_BYTES) } : read(stored);
      return timingSafeEqual(await inTurn(() => derive(password, expected)), expected.hash) && stored !== undefined;
    },
    isOutdated: (stored) => read(stored).logCost < logCost,
  };
}

function createTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= PARALLEL_HASHINGS) {
      if (waiting.length >= MOST_WAITING) throw tooMany();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The next in line takes over this slot. If the line is empty, the slot is released.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

const tooMany = () =>
  new ApiError(503, 'Too many people are signing in right now. Try again in a few seconds.', { 'retry-after': '5' });

function derive(password: string, { logCost, blockSize, parallel, salt }: Omit<Hashed, 'hash'>): Promise<Buffer> {
  const cost = 2 ** logCost;
  // Twice the memory that the algorithm needs. Node's default limit of 32 MiB is too low.
  const options = { N: cost, r: blockSize, p: parallel, maxmem: 2 * 128 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(normalized(password), salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** Different keyboards may produce different characters for the same password. */
export function normalized(password: string): string {
  return password.normalize('NFKC');
}

function write({ logCost, blockSize, parallel, salt, hash }: Hashed): string {
  const parameters = `ln=${logCost},r=${blockSize},p=${parallel}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function read(stored: string): Hashed {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (!parts) throw new Error('A stored password hash is invalid');
  const [, logCost, blockSize, parallel, salt = '', hash = ''] = parts;
  return {
    logCost: Number(logCost),
    blockSize: Number(blockSize),
    parallel: Number(parallel),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
