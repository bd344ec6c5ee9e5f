import { useState } from 'react';

/** The lines hidden by the user. */
export function useHidden() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setHidden((old) => new Set(old.has(id) ? [...old].filter((other) => other !== id) : [...old, id]));
  return { hidden, toggle };
}
