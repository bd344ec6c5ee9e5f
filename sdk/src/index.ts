export * from './events.ts';
export * from './keys.ts';
export * from './parse-event.ts';
export * from './people.ts';
export * from './records.ts';
export * from './sample-events.ts';
export * from './signature.ts';
