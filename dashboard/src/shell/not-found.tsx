import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../base/states.tsx';
import classes from './shell.module.css';

export function NotFound() {
  useDocumentTitle('Page not found · Visibility');
  return (
    <main className={classes.main}>
      <EmptyState title="Page not found" level={1}>
        <Link to="/">Go to Overview</Link>
      </EmptyState>
    </main>
  );
}
