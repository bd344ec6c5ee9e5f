import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../base/states.tsx';

export function NotFound() {
  useDocumentTitle('Page not found · Visibility');
  return (
    <EmptyState title="Page not found" level={1}>
      <Link to="/">Go to Overview</Link>
    </EmptyState>
  );
}
