import { Link } from '@tanstack/react-router';
import { EmptyState } from '../base/states.tsx';
import classes from './shell.module.css';

export function NotFound() {
  return (
    <main className={classes.main}>
      <EmptyState title="There is no such page" level={1}>
        <Link to="/">Go to the overview</Link>
      </EmptyState>
    </main>
  );
}
