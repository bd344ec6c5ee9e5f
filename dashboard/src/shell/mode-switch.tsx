import { SegmentedControl } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type Mode, useMode } from '../base/mode.ts';
import { pageOf } from './pages.ts';

const MODES: { label: string; value: Mode }[] = [
  { label: 'Test', value: 'test' },
  { label: 'Live', value: 'live' },
];

export function ModeSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  const page = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  // Keywords and filters do not exist in the other workspace, so only the page is kept.
  const show = (next: Mode) => navigate({ to: page, search: { mode: next === 'live' ? 'live' : undefined } });
  return <SegmentedControl size="xs" aria-label="Workspace" data={MODES} value={mode} onChange={show} />;
}
