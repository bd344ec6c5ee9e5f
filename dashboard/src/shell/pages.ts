/** The pages of the navigation, in order. */
export const GROUPS = [
  {
    name: undefined,
    pages: [
      { to: '/', label: 'Overview', icon: 'M2 14h12M4 11V8M8 11V3M12 11V6' },
      { to: '/keywords', label: 'Keywords', icon: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.8 10.8 14 14' },
      { to: '/mentions', label: 'Mentions', icon: 'M2 3h12v8H7l-3 3v-3H2V3Z' },
      {
        to: '/citations',
        label: 'Citations',
        icon: 'M6.5 9.5 9.5 6.5M7 4.5 8.5 3a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
      },
      {
        to: '/queries',
        label: 'Searches',
        icon: 'M2 3h12M2 7h5M2 11h4M11 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM13.2 12.2 15 14',
      },
      {
        to: '/competitors',
        label: 'Competitors',
        icon: 'M5.5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c0-2.2 1.8-3.5 4-3.5s4 1.3 4 3.5M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 10.3c1.5.4 2.5 1.5 2.5 3.2',
      },
      {
        to: '/alerts',
        label: 'Alerts',
        icon: 'M3.5 11.5h9c-1-1-1.5-2-1.5-4.5a3 3 0 0 0-6 0c0 2.5-.5 3.5-1.5 4.5ZM6.5 13.5a1.6 1.6 0 0 0 3 0',
      },
      { to: '/reports', label: 'Reports', icon: 'M4 1.5h5.5L12.5 4.5v10H4v-13ZM6.5 8h4M6.5 11h4' },
    ],
  },
  {
    name: 'Settings',
    pages: [
      { to: '/settings/keys', label: 'API Keys', icon: 'M10 7a3 3 0 1 0-2.8-2M7.2 5 2 10.2V14h3v-2h2v-2l1.5-1.5' },
      { to: '/settings/webhooks', label: 'Webhooks', icon: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8l1-5.5Z' },
      { to: '/settings/brand', label: 'Brand', icon: 'M2 8V2h6l6 6-6 6-6-6ZM5 5h.01' },
      { to: '/settings/platforms', label: 'Platforms', icon: 'M2 3h12v4H2V3ZM2 9h12v4H2V9ZM4.5 5h.01M4.5 11h.01' },
      {
        to: '/settings/members',
        label: 'Members',
        icon: 'M8 7.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14.5c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5',
      },
      { to: '/settings/usage', label: 'Plan & usage', icon: 'M2 11a6 6 0 1 1 12 0M8 11l3-4' },
      {
        to: '/settings/oauth-clients',
        label: 'OAuth clients',
        icon: 'M8 1.5 13.5 4v4c0 3-2 5.5-5.5 6.5C4.5 13.5 2.5 11 2.5 8V4L8 1.5Z',
      },
      { to: '/settings/audit-log', label: 'Audit log', icon: 'M5 4h9M5 8h9M5 12h9M2 4h.01M2 8h.01M2 12h.01' },
      {
        to: '/settings/share-links',
        label: 'Share links',
        icon: 'M9 3h4v4M13 3 7.5 8.5M11 9v4H3V5h4',
      },
      {
        to: '/settings/account',
        label: 'Your account',
        icon: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM4.5 13c.6-1.5 1.9-2 3.5-2s2.9.500 3.5 2',
      },
    ],
  },
  {
    name: undefined,
    pages: [{ to: '/developers', label: 'Developers', icon: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5' }],
  },
] as const;

export type PagePath = (typeof GROUPS)[number]['pages'][number]['to'];

/** Pages whose data only an owner may read. */
export const OWNER_PAGES: PagePath[] = ['/settings/members', '/settings/audit-log'];

/** The navigation entry that a path belongs to. */
export function pageOf(path: string): PagePath {
  const all: PagePath[] = GROUPS.flatMap(({ pages }) => pages.map(({ to }) => to));
  return all.find((to) => to !== '/' && (path === to || path.startsWith(`${to}/`))) ?? '/';
}
