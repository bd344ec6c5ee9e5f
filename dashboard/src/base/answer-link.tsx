import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface AnswerLinkProps {
  answerId: string;
  className?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
}

/** Opens an answer of the list on this page. The answer page leads back to the list and through it. */
export function AnswerLink({ answerId, ...rest }: AnswerLinkProps) {
  const from = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  return <Link to="/answers/$answerId" params={{ answerId }} search={{ from }} {...rest} />;
}
