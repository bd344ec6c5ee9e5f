import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** Runs a mutation once for a double click: that it is under way is known to the button only a moment later. */
export function useOnce<Result>(mutation: UseMutationResult<Result, Error, void>): () => void {
  const isUnderWay = useRef(false);
  return () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(undefined, {
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
}
