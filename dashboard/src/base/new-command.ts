import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Opens the page's dialog for a new record if the address ends in `#new`, as commands of the palette do. */
export function useNewCommand(open: () => void): void {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each command
  useEffect(() => {
    if (hash !== 'new') return;
    open();
    void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [hash]);
}
