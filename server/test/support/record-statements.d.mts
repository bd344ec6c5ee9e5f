export function recordStatements(folder: string): void;
