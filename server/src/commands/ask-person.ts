import { createInterface } from 'node:readline/promises';

/** Asks at the terminal. Undefined if there is no terminal. */
export async function askPerson(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
