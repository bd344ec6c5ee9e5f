import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Mode, useMode } from '../base/mode.ts';

const MODES: { label: string; value: Mode }[] = [
  { label: 'Test', value: 'test' },
  { label: 'Live', value: 'live' },
];

export function ModeSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  // A keyword, a page or a tag of one workspace means nothing in the other, so the list starts over.
  const show = (next: Mode) => navigate({ to: '/keywords', search: { mode: next === 'live' ? 'live' : undefined } });
  return <SegmentedControl size="xs" aria-label="Workspace" data={MODES} value={mode} onChange={show} />;
}
