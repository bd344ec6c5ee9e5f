import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useFoundKeywords } from '../base/lookups.ts';
import { useMode } from '../base/mode.ts';
import { sectionsFor } from '../base/pages.ts';
import { useRole } from '../base/role.tsx';

interface Command {
  id: string;
  label: string;
  kind: 'Page' | 'Keyword' | 'Action';
  run: () => void;
}

const MOST_KEYWORDS = 8;

/** Pages that open a dialog for a new record. */
const NEW = [
  { to: '/keywords', label: 'Add keywords' },
  { to: '/alerts', label: 'Create alert' },
  { to: '/settings/keys', label: 'Create API key' },
  { to: '/settings/webhooks', label: 'Create webhook' },
] as const;

/** The pages, actions and keywords that contain every typed word. */
export function useCommands(typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, kind }: Command) => words.every((word) => `${label} ${kind}`.toLowerCase().includes(word));
  const starts = ({ label }: Command) => label.toLowerCase().startsWith(words[0] ?? '');
  const pages = usePages();
  const actions = useActions();
  const keywords = useKeywords(typed.trim());
  const found = [...pages, ...actions].filter(fits);
  return [...found.filter(starts), ...found.filter((command) => !starts(command)), ...keywords];
}

function usePages(): Command[] {
  const navigate = useNavigate();
  return sectionsFor(useRole())
    .flatMap(({ pages }) => pages)
    .map(({ to, label }) => ({ id: to, label, kind: 'Page', run: () => void navigate({ to, search: {} }) }));
}

function useActions(): Command[] {
  const navigate = useNavigate();
  const mayChange = useRole() !== 'viewer';
  const other = useMode() === 'live' ? 'test' : 'live';
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'light' ? 'dark' : 'light';
  const { setColorScheme } = useMantineColorScheme();
  const create = NEW.map(({ to, label }) => ({ label, run: () => void navigate({ to, search: {}, hash: 'new' }) }));
  const actions = [
    ...(mayChange ? create : []),
    {
      label: `Switch to the ${other} workspace`,
      run: () => void navigate({ to: '/', search: { mode: other === 'live' ? 'live' : undefined } }),
    },
    { label: `Use ${scheme} mode`, run: () => setColorScheme(scheme) },
  ];
  return actions.map((action) => ({ ...action, id: action.label, kind: 'Action' }));
}

function useKeywords(typed: string): Command[] {
  const navigate = useNavigate();
  const [q] = useDebouncedValue(typed, 150);
  const found = useFoundKeywords(q, { enabled: q !== '' });
  if (typed === '') return [];
  return found.slice(0, MOST_KEYWORDS).map(({ keyword_id: keywordId, keyword }) => ({
    id: keywordId,
    label: keyword,
    kind: 'Keyword',
    run: () => void navigate({ to: '/keywords/$keywordId', params: { keywordId } }),
  }));
}
