import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../base/errors.ts';

/** Hashes passwords and compares them. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash it is false, after as much work as with one: the time tells nobody who has an account. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
  /** Whether a hash was made more cheaply than is done now. */
  isOutdated(stored: string): boolean;
}

// 2^17 with blocks of 8 takes 128 MiB and about 0.4 s of a core: what OWASP names as the least for scrypt.
const LOG_COST = 17;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const AT_ONCE = 2;
// About ten seconds of waiting; whoever comes then is told to come back.
const MOST_WAITING = 50;

interface Hashed {
  logCost: number;
  blockSize: number;
  parallel: number;
  salt: Buffer;
  hash: Buffer;
}

/** Two hashings at once and no more, so that many who sign in together take neither all memory nor all cores. */
export function createPasswords({ logCost = LOG_COST }: { logCost?: number | undefined } = {}): Passwords {
  const inTurn = createTurns();
  const nobody = { logCost, blockSize: BLOCK_SIZE, parallel: PARALLEL, salt: randomBytes(SALT_BYTES) };
  return {
    async hash(password) {
      const parameters = { ...nobody, salt: randomBytes(SALT_BYTES) };
      return write({ ...parameters, hash: await inTurn(() => derive(password, parameters)) });
    },
    async matches(password, stored) {
      const expected = stored === undefined ? { ...nobody, hash: randomBytes(HASH_BYTES) } : read(stored);
      return timingSafeEqual(await inTurn(() => derive(password, expected)), expected.hash) && stored !== undefined;
    },
    isOutdated: (stored) => read(stored).logCost < logCost,
  };
}

function createTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) throw tooMany();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // Whoever is next takes over this turn; only when nobody is, it is given back.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

const tooMany = () =>
  new ApiError(503, 'Too many people are signing in just now. Try again in a few seconds.', { 'retry-after': '5' });

function derive(password: string, { logCost, blockSize, parallel, salt }: Omit<Hashed, 'hash'>): Promise<Buffer> {
  const cost = 2 ** logCost;
  // Twice what the algorithm takes; Node's own limit of 32 MiB would refuse it.
  const options = { N: cost, r: blockSize, p: parallel, maxmem: 2 * 128 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(normalized(password), salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** The same password typed on two keyboards may come as different characters. */
export function normalized(password: string): string {
  return password.normalize('NFKC');
}

function write({ logCost, blockSize, parallel, salt, hash }: Hashed): string {
  const parameters = `ln=${logCost},r=${blockSize},p=${parallel}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function read(stored: string): Hashed {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (!parts) throw new Error('a stored password cannot be read');
  const [, logCost, blockSize, parallel, salt = '', hash = ''] = parts;
  return {
    logCost: Number(logCost),
    blockSize: Number(blockSize),
    parallel: Number(parallel),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}
