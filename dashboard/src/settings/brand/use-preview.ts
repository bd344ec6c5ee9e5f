import { useEffect, useRef, useState } from 'react';
import type { Brand, KeywordPreview, PreviewPart } from '../../api/brand.ts';
import { request } from '../../api/request.ts';
import { useMode } from '../../base/mode.ts';

export interface Preview {
  /** The previewed brand as JSON. */
  of: string;
  previews: KeywordPreview[];
  warnings: { name: string; warning: string }[];
  done: number;
  total: number;
  isRunning: boolean;
}

/** Analyzes stored answers with changed names, in parts. Saves nothing. */
export function usePreview() {
  const mode = useMode();
  const [preview, setPreview] = useState<Preview>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(brand: Brand): Promise<void> {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    let current: Preview = { ...EMPTY, of: JSON.stringify(brand) };
    const show = (changes: Partial<Preview>) => {
      current = { ...current, ...changes };
      if (running.current === mine) setPreview(current);
    };
    show({});
    try {
      let after: string | null = null;
      do {
        const part: PreviewPart = await request('POST /:mode/brand/preview', {
          params: { mode },
          body: { ...brand, after },
          signal: mine.signal,
        });
        show({
          previews: [...current.previews, ...part.keywords],
          warnings: part.warnings,
          done: part.keywords_done,
          total: part.keywords_total,
        });
        after = part.next;
      } while (after !== null && !mine.signal.aborted);
      show({ isRunning: false });
    } catch (error) {
      show({ isRunning: false });
      if (mine.signal.aborted) return;
      setPreview(undefined);
      throw error;
    }
  }

  return { preview, run, stop: () => running.current?.abort() };
}

const EMPTY: Omit<Preview, 'of'> = { previews: [], warnings: [], done: 0, total: 0, isRunning: true };
