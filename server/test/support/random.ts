import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { inject } from 'vitest';

// The same cases in every run of the same world: what fails can be run again. `npm run test:shuffle` has other worlds.
fc.configureGlobal({ seed: createHash('sha256').update(inject('seed')).digest().readInt32BE() });
