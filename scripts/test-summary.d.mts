export function summarize(report: unknown): string;
