import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { parseAlertsView } from './alerts/alerts-view.ts';
import { lazyPage, type PageModule } from './base/lazy-page.ts';
import { parseMode } from './base/mode.ts';
import { keepPeriod } from './base/period.ts';
import { parseView, readText } from './base/view.ts';
import { parseCitationsView } from './citations/citations-view.ts';
import { parseGapsView } from './gaps/gaps-view.ts';
import { parseKeywordView } from './keyword/keyword-view.ts';
import { parseKeywordFilter } from './keywords/keyword-filter.ts';
import { parseMentionsView } from './mentions/mentions-view.ts';
import { parseQueriesView } from './queries/queries-view.ts';
import { parseActivityView } from './settings/activity/activity-view.ts';
import { parseAuditView } from './settings/audit-log/audit-view.ts';
import { parseLogView } from './settings/webhooks/log-view.ts';
import { NotFound } from './shell/not-found.tsx';
import { PageError } from './shell/page-error.tsx';
import { Shell } from './shell/shell.tsx';
import { InvitationPage } from './sign-in/invitation-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

/** Every page and its path. A page's code is loaded when the page is first opened. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      signIn,
      invitation,
      share,
      shell.addChildren([
        overview,
        start,
        keywords,
        keyword,
        answer,
        mentions,
        citations,
        queries,
        gaps,
        competitors,
        alerts,
        reports,
        developers,
        keys,
        webhooks,
        webhookLog,
        delivery,
        brand,
        platforms,
        members,
        usage,
        oauthClients,
        activity,
        auditLog,
        shareLinks,
        account,
        connect,
        settings,
        notFound,
      ]),
    ]),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageError,
  });
}

const root = createRootRoute({
  validateSearch: parseMode,
  search: { middlewares: [retainSearchParams(['mode']), keepPeriod] },
});

const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage });

const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: InvitationPage });

const share = createRoute({
  getParentRoute: () => root,
  path: '/share',
  component: lazyPage(() => import('./share/share-page.tsx'), 'SharePage'),
});

const shell = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });

function page<const Path extends string, Module extends PageModule>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
) {
  return createRoute({ getParentRoute: () => shell, path, component: lazyPage(load, name) });
}

/** A page whose filters are in the URL. */
function filtered<const Path extends string, Filters extends object>(
  path: Path,
  validateSearch: (search: Record<string, unknown>) => Filters,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => shell, path, validateSearch, component });
}

const overview = filtered(
  '/',
  parseView,
  lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
);
const start = page('/start', () => import('./start/start-page.tsx'), 'StartPage');
const keywords = filtered(
  '/keywords',
  parseKeywordFilter,
  lazyPage(() => import('./keywords/keywords-page.tsx'), 'KeywordsPage'),
);
const keyword = filtered(
  '/keywords/$keywordId',
  parseKeywordView,
  lazyPage(() => import('./keyword/keyword-page.tsx'), 'KeywordPage'),
);

/** Where the answer was opened from. */
const parseAnswerView = (search: Record<string, unknown>): { from?: string } => ({ from: readText(search.from) });

const answer = filtered(
  '/answers/$answerId',
  parseAnswerView,
  lazyPage(() => import('./answer/answer-page.tsx'), 'AnswerPage'),
);
const mentions = filtered(
  '/mentions',
  parseMentionsView,
  lazyPage(() => import('./mentions/mentions-page.tsx'), 'MentionsPage'),
);
const citations = filtered(
  '/citations',
  parseCitationsView,
  lazyPage(() => import('./citations/citations-page.tsx'), 'CitationsPage'),
);
const queries = filtered(
  '/queries',
  parseQueriesView,
  lazyPage(() => import('./queries/queries-page.tsx'), 'QueriesPage'),
);
const gaps = filtered(
  '/gaps',
  parseGapsView,
  lazyPage(() => import('./gaps/gaps-page.tsx'), 'GapsPage'),
);
const competitors = filtered(
  '/competitors',
  parseView,
  lazyPage(() => import('./competitors/competitors-page.tsx'), 'CompetitorsPage'),
);
const alerts = filtered(
  '/alerts',
  parseAlertsView,
  lazyPage(() => import('./alerts/alerts-page.tsx'), 'AlertsPage'),
);
const reports = filtered(
  '/reports',
  parseView,
  lazyPage(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
);
const developers = page('/developers', () => import('./developers/developers-page.tsx'), 'DevelopersPage');
const keys = page('/settings/keys', () => import('./settings/keys/keys-page.tsx'), 'KeysPage');
const webhooks = page('/settings/webhooks', () => import('./settings/webhooks/webhooks-page.tsx'), 'WebhooksPage');
const webhookLog = filtered(
  '/settings/webhooks/$webhookId',
  parseLogView,
  lazyPage(() => import('./settings/webhooks/webhook-log-page.tsx'), 'WebhookLogPage'),
);
const delivery = page(
  '/settings/webhooks/$webhookId/deliveries/$deliveryId',
  () => import('./settings/webhooks/delivery-page.tsx'),
  'DeliveryPage',
);
const brand = page('/settings/brand', () => import('./settings/brand/brand-page.tsx'), 'BrandPage');
const platforms = page('/settings/platforms', () => import('./settings/platforms/platforms-page.tsx'), 'PlatformsPage');
const members = page('/settings/members', () => import('./settings/members/members-page.tsx'), 'MembersPage');
const usage = page('/settings/usage', () => import('./settings/usage/usage-page.tsx'), 'UsagePage');
const oauthClients = page(
  '/settings/oauth-clients',
  () => import('./settings/oauth-clients/oauth-clients-page.tsx'),
  'OauthClientsPage',
);

const activity = filtered(
  '/settings/activity',
  parseActivityView,
  lazyPage(() => import('./settings/activity/activity-page.tsx'), 'ActivityPage'),
);
const auditLog = filtered(
  '/settings/audit-log',
  parseAuditView,
  lazyPage(() => import('./settings/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
);
const shareLinks = page(
  '/settings/share-links',
  () => import('./settings/share-links/share-links-page.tsx'),
  'ShareLinksPage',
);
const account = page('/settings/account', () => import('./settings/account/account-page.tsx'), 'AccountPage');
const connect = page('/connect', () => import('./connect/connect-page.tsx'), 'ConnectPage');

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** An address that people type. It opens the first page of the settings. */
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/keys' });
  },
});

const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });
