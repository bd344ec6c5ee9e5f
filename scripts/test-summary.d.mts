export function summarize(report: unknown): string;
export function slowest(report: unknown, root: string): string;
