import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { tagsQuery } from '../api/visibility.ts';
import classes from './filters.module.css';
import { useMode } from './mode.ts';
import { platformLook } from './platforms.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const RANGES = [7, 30, 90, 365];

/** The filters above a list or a chart. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

interface FilterProps<Value> {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

export function PlatformFilter({ value, onChange }: FilterProps<string>) {
  const all = value && !PLATFORMS.includes(value) ? [...PLATFORMS, value] : PLATFORMS;
  return (
    <NativeSelect
      aria-label="Platform"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ label: 'All platforms', value: '' }, ...all.map((id) => ({ label: platformLook(id).name, value: id }))]}
    />
  );
}

/** The default range of the page is not part of the URL. */
export function RangeFilter({ value, usual, onChange }: FilterProps<number> & { usual: number }) {
  const days = value ?? usual;
  const choices = [...new Set([...RANGES, days])].sort((a, b) => a - b);
  return (
    <NativeSelect
      aria-label="Range"
      value={String(days)}
      onChange={({ currentTarget }) =>
        onChange(Number(currentTarget.value) === usual ? undefined : Number(currentTarget.value))
      }
      data={choices.map((length) => ({ label: `Last ${length} days`, value: String(length) }))}
    />
  );
}

/** Hidden if the workspace has no tags. */
export function TagFilter({ value, onChange }: FilterProps<string>) {
  const { data: tags = [] } = useQuery(tagsQuery(useMode()));
  const all = value && !tags.includes(value) ? [value, ...tags] : tags;
  if (all.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Tag"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[{ label: 'All tags', value: '' }, ...all.map((tag) => ({ label: tag, value: tag }))]}
    />
  );
}

/** Searches after a short pause in typing. */
export function SearchFilter({ value, onChange, label }: FilterProps<string> & { label: string }) {
  const [text, setText] = useState(value ?? '');
  const search = useDebouncedCallback((next: string) => onChange(next || undefined), 250);
  useEffect(() => setText(value ?? ''), [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}
