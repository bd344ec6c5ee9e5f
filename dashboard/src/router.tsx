import { createRootRoute, createRoute, createRouter, redirect, retainSearchParams } from '@tanstack/react-router';
import { parseMode } from './base/mode.ts';
import { KeywordPage } from './keyword/keyword-page.tsx';
import { parseKeywordView } from './keyword/keyword-view.ts';
import { parseKeywordFilter } from './keywords/keyword-filter.ts';
import { KeywordsPage } from './keywords/keywords-page.tsx';
import { AccountPage } from './settings/account/account-page.tsx';
import { MembersPage } from './settings/members/members-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { InvitationPage } from './sign-in/invitation-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, signIn, invitation, shell.addChildren([keywords, keyword, members, account])]),
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
  });
}

const root = createRootRoute({ validateSearch: parseMode, search: { middlewares: [retainSearchParams(['mode'])] } });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/keywords', replace: true });
  },
});

const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage });

const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: InvitationPage });

const shell = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });

const keywords = createRoute({
  getParentRoute: () => shell,
  path: '/keywords',
  validateSearch: parseKeywordFilter,
  component: KeywordsPage,
});

const keyword = createRoute({
  getParentRoute: () => shell,
  path: '/keywords/$keywordId',
  validateSearch: parseKeywordView,
  component: KeywordPage,
});

const members = createRoute({ getParentRoute: () => shell, path: '/settings/members', component: MembersPage });

const account = createRoute({ getParentRoute: () => shell, path: '/settings/account', component: AccountPage });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
