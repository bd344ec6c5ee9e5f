export function startPostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }>;
