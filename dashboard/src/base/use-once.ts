import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** Runs a mutation once on a double click. `isPending` would be set only after the second click. */
export function useOnce<Result>(mutation: UseMutationResult<Result, Error, void>): () => void {
  const isRunning = useRef(false);
  return () => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(undefined, {
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
}
