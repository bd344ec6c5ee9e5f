import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useMode } from '../base/mode.ts';
import { inBatches } from './in-batches.ts';
import type { KeywordLine } from './read-keywords.ts';

export interface Outcome {
  added: number;
  duplicates: KeywordLine[];
  refused: { line: KeywordLine; detail: string }[];
}

const LINES_PER_REQUEST = 500;

/** Sends keywords in batches. Keywords that are already tracked are reported, not treated as errors. */
export function useImport() {
  const mode = useMode();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const sent = useMutation({
    mutationFn: async ({ lines, isPaused }: { lines: KeywordLine[]; isPaused: boolean }): Promise<Outcome> => {
      setDone(0);
      const results = await inBatches(lines, LINES_PER_REQUEST, {
        work: (batch) => sendBatch(mode, batch, isPaused ? 'paused' : 'active'),
        onProgress: setDone,
      });
      return {
        added: results.reduce((sum, { added }) => sum + added, 0),
        duplicates: results.flatMap(({ duplicates }) => duplicates),
        refused: results.flatMap(({ refused }) => refused),
      };
    },
    // What was done before the error stays.
    onError: () => client.invalidateQueries({ queryKey: [mode] }),
  });
  return { ...sent, done };
}

async function sendBatch(mode: 'live' | 'test', batch: KeywordLine[], status: 'paused' | 'active'): Promise<Outcome> {
  const keywords = batch.map(({ keyword }) => keyword);
  const { added, duplicates, refused } = await request('POST /:mode/keyword-imports', {
    params: { mode },
    body: { keywords, status },
  });
  return {
    added,
    duplicates: duplicates.flatMap((place) => batch[place] ?? []),
    refused: refused.flatMap(({ place, detail }) => {
      const line = batch[place];
      return line ? [{ line, detail }] : [];
    }),
  };
}
