import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to a page that the server names: `/keywords/kw_1?event=evt_1`. */
export function PageLink({ url, label, children }: { url: string; label?: string; children: ReactNode }) {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  // The server knows the pages, the compiler does not.
  const search = Object.fromEntries(searchParams) as Record<string, never>;
  return (
    <Link to={pathname} search={search} aria-label={label}>
      {children}
    </Link>
  );
}
