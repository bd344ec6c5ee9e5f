import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../base/states.tsx';
import classes from './shell.module.css';

export function NotFound() {
  useDocumentTitle('No such page · Visibility');
  return (
    <main className={classes.main}>
      <EmptyState title="Page not found" level={1}>
        <Link to="/">Go to the overview</Link>
      </EmptyState>
    </main>
  );
}
