export function shiftDate(shiftMs: number | (() => number)): void;
