import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { isShared } from '../api/shared.ts';
import classes from './page.module.css';

const ViewMenu = lazy(async () => ({ default: (await import('./views/view-menu.tsx')).ViewMenu }));
/** Pages without numbers over time. */
const WITHOUT_VIEWS = /^\/(settings|start|alerts|reports|developers|answers|connect)(\/|$)/;

interface PageProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with title, actions and content. */
export function Page({ title, lead, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Visibility`);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const hasViews = !WITHOUT_VIEWS.test(path) && !isShared();
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={1}>{title}</Title>
          {lead && <div className={classes.lead}>{lead}</div>}
        </div>
        {(actions || hasViews) && (
          <div className={classes.actions}>
            {hasViews && (
              <Suspense>
                <ViewMenu />
              </Suspense>
            )}
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
