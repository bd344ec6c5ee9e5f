import pg from 'pg';

export const TEMPLATE = 'visibility_template';

/** By files: writing every page to the log costs four times as much. */
export const cloneOf = (template: string, name: string) =>
  `create database ${name} template ${template} strategy file_copy`;

/** The same server, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
