export * from './events.ts';
export * from './keys.ts';
export * from './people.ts';
export * from './records.ts';
export * from './signature.ts';
