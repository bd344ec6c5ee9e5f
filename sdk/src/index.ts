export * from './events.ts';
export * from './records.ts';
export * from './signature.ts';
