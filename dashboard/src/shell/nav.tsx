import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PagePath, pageOf, type Section, sectionsFor } from '../base/pages.ts';
import { useRole } from '../base/role.tsx';
import classes from './nav.module.css';

/** The sections. The open one shows its pages below it. */
export function NavLinks({ onFollow }: { onFollow?: () => void }) {
  const open = useOpenSection();
  return (
    <ul className={classes.sections}>
      {sectionsFor(useRole()).map((section) => {
        const { label, icon, pages } = section;
        const isOpen = label === open?.label;
        return (
          <li key={label} data-section={label}>
            <PageLink to={pages[0]?.to ?? '/'} isOpen={isOpen} onFollow={onFollow}>
              <svg className={classes.icon} viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
                <path d={icon} />
              </svg>
              {label}
            </PageLink>
            {isOpen && pages.length > 1 && <SectionPages section={section} onFollow={onFollow} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The pages of the open section in a row, for screens without a sidebar. */
export function SectionRow() {
  const open = useOpenSection();
  if (!open || open.pages.length < 2) return null;
  return (
    <nav className={classes.row} aria-label={open.label}>
      <SectionPages section={open} />
    </nav>
  );
}

function SectionPages({
  section: { label, pages },
  onFollow,
}: {
  section: Section;
  onFollow?: (() => void) | undefined;
}) {
  return (
    <ul className={classes.pages} aria-label={label}>
      {pages.map((page) => (
        <li key={page.to}>
          <PageLink to={page.to} onFollow={onFollow}>
            {page.label}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function useOpenSection(): Section | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const sections = sectionsFor(useRole());
  const page = pageOf(path);
  if (page === '/' && path !== '/') return undefined;
  return sections.find(({ pages }) => pages.some(({ to }) => to === page));
}

interface PageLinkProps {
  to: PagePath;
  /** Whether the link is that of the open section. */
  isOpen?: boolean;
  onFollow?: (() => void) | undefined;
  children: ReactNode;
}

function PageLink({ to, isOpen = false, onFollow, children }: PageLinkProps) {
  return (
    <Link
      to={to}
      // Drops the filters of the current page. The router keeps the workspace.
      search={{}}
      activeOptions={{ includeSearch: false, exact: to === '/' }}
      activeProps={{ 'aria-current': 'page' }}
      className={classes.link}
      data-open={isOpen || undefined}
      onClick={onFollow}
    >
      {children}
    </Link>
  );
}
