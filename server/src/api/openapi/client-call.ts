import { own } from '../../base/own.ts';
import type { Route } from '../route.ts';

/** Methods whose names do not follow from the path. */
const NAMED: Record<string, string> = { setSourceType: 'sources.setType', deleteSourceType: 'sources.resetType' };

/** The method of the SDKs that calls an endpoint, such as `webhooks.deliveries.retry`. */
export function clientCall({ operation, path }: Pick<Route, 'operation' | 'path'>): string {
  const named = own(NAMED, operation);
  if (named) return named;
  const segments = path.split('/').slice(1);
  const nouns = segments.filter((segment) => !segment.startsWith(':')).map(camelCase);
  const verb = /^[a-z]+/.exec(operation)?.[0] ?? '';
  const isAction = nouns.length > 1 && verb !== 'list' && !segments.at(-1)?.startsWith(':');
  return [...nouns, ...(isAction ? [] : [verb])].join('.');
}

function camelCase(text: string): string {
  return text.replace(/-(\w)/g, (_, first: string) => first.toUpperCase());
}
