/** The sections of the navigation and their pages, in order. A section opens its first page. */
export const SECTIONS = [
  { label: 'Overview', icon: 'M2 14h12M4 11V8M8 11V3M12 11V6', pages: [{ to: '/', label: 'Overview' }] },
  {
    label: 'Keywords',
    icon: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.8 10.8 14 14',
    pages: [{ to: '/keywords', label: 'Keywords' }],
  },
  {
    label: 'Competitors',
    icon: 'M5.5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.2 1.8-3.5 4-3.5s4 1.3 4 3.5M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 10.3c1.5.4 2.5 1.5 2.5 3.2',
    pages: [{ to: '/competitors', label: 'Competitors' }],
  },
  {
    label: 'Sources',
    icon: 'M6.5 9.5 9.5 6.5M7 4.5 8.5 3a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
    pages: [
      { to: '/citations', label: 'Citations' },
      { to: '/gaps', label: 'Gaps' },
      { to: '/queries', label: 'Searches' },
    ],
  },
  { label: 'Mentions', icon: 'M2 3h12v8H7l-3 3v-3H2V3Z', pages: [{ to: '/mentions', label: 'Mentions' }] },
  {
    label: 'Alerts & reports',
    icon: 'M3.5 11.5h9c-1-1-1.5-2-1.5-4.5a3 3 0 0 0-6 0c0 2.5-.5 3.5-1.5 4.5ZM6.5 13.5a1.6 1.6 0 0 0 3 0',
    pages: [
      { to: '/alerts', label: 'Alerts' },
      { to: '/reports', label: 'Reports' },
    ],
  },
  {
    label: 'Settings',
    icon: 'M2 4.5h7M12.5 4.5H14M2 11.5h1.5M7 11.5h7M10.7 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM5.3 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
    pages: [
      { to: '/settings/keys', label: 'API Keys' },
      { to: '/settings/webhooks', label: 'Webhooks' },
      { to: '/settings/brand', label: 'Brand' },
      { to: '/settings/platforms', label: 'Platforms' },
      { to: '/settings/members', label: 'Members' },
      { to: '/settings/usage', label: 'Plan & usage' },
      { to: '/settings/oauth-clients', label: 'OAuth clients' },
      { to: '/settings/activity', label: 'Activity' },
      { to: '/settings/audit-log', label: 'Audit log' },
      { to: '/settings/share-links', label: 'Share links' },
      { to: '/settings/account', label: 'Your account' },
      { to: '/developers', label: 'Developers' },
    ],
  },
] as const;

export type PagePath = (typeof SECTIONS)[number]['pages'][number]['to'];

export interface Section {
  label: string;
  icon: string;
  pages: readonly { to: PagePath; label: string }[];
}

/** Pages whose data only an owner may read. */
export const OWNER_PAGES: PagePath[] = ['/settings/members', '/settings/audit-log'];

/** The page of the navigation that a path belongs to. */
export function pageOf(path: string): PagePath {
  const all: PagePath[] = SECTIONS.flatMap(({ pages }) => pages.map(({ to }) => to));
  return all.find((to) => to !== '/' && (path === to || path.startsWith(`${to}/`))) ?? '/';
}

/** The sections with the pages that a person with this role may open. */
export function sectionsFor(role: 'owner' | 'member' | 'viewer'): Section[] {
  const mayOpen = ({ to }: { to: PagePath }) => role === 'owner' || !OWNER_PAGES.includes(to);
  return SECTIONS.map(({ pages, ...section }) => ({ ...section, pages: [...pages].filter(mayOpen) }));
}
