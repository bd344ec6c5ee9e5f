import type { PageOwner } from '../api/answers.ts';
import { visibleText } from './visible-text.ts';

/** The owner of a page. */
export function ownerWords(owner: PageOwner, name?: string | null): string {
  if (owner === 'own') return 'yours';
  if (owner === 'other') return 'other';
  return name ? `competitor ${visibleText(name)}` : 'competitor';
}
