import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './filters.module.css';
import { KeywordSelect } from './keyword-select.tsx';
import { useTags } from './lookups.ts';
import { dayOf, LONGEST_DAYS, lengthOf, type Period } from './period.ts';
import { platformLook } from './platforms.ts';
import { useNow } from './session-context.ts';
import { usePeriod } from './use-period.ts';
import { readOneOf, useView } from './view.ts';

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

/** The days of the page and what they are compared with. The default range of the page is not part of the URL. */
export function RangeFilter({ usual, isHidden = false }: { usual: number; isHidden?: boolean }) {
  const { view, change } = useView();
  const { since, until } = usePeriod(usual);
  const days = view.days ?? usual;
  const isCustom = view.until !== undefined && view.month === undefined;
  const choices = [...new Set([...RANGES, ...(isCustom ? [] : [days])])].sort((a, b) => a - b);
  const none = { days: undefined, until: undefined, month: undefined };
  const choose = (value: string) => {
    if (value === 'this' || value === 'last') return change({ ...none, month: value });
    if (value === 'custom') return change({ ...none, days: lengthOf({ since, until }), until });
    return change({ ...none, days: Number(value) === usual ? undefined : Number(value) });
  };
  return (
    <>
      {!isHidden && (
        <NativeSelect
          aria-label="Range"
          value={view.month ?? (isCustom ? 'custom' : String(days))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            ...choices.map((length) => ({ label: `Last ${length} days`, value: String(length) })),
            { label: 'This month', value: 'this' },
            { label: 'Last month', value: 'last' },
            { label: 'Custom…', value: 'custom' },
          ]}
        />
      )}
      {isCustom && !isHidden && <CustomDays since={since} until={until} />}
      <NativeSelect
        aria-label="Compare with"
        value={view.compare ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change(
            value === 'months'
              ? { ...none, month: 'this', compare: 'month' }
              : { compare: readOneOf(value, ['previous', 'month']) },
          )
        }
        data={[
          { label: 'No comparison', value: '' },
          { label: 'vs. previous period', value: 'previous' },
          { label: 'vs. same days last month', value: 'month' },
          { label: 'This month vs. last', value: 'months' },
        ]}
      />
    </>
  );
}

/** First and last day. They apply as soon as they are valid. */
function CustomDays({ since, until }: Period) {
  const { change } = useView();
  const [typed, setTyped] = useState({ since, until });
  useEffect(() => setTyped({ since, until }), [since, until]);
  const today = dayOf(useNow().getTime());
  const problem = problemOf(typed, today);
  const type = (next: Period) => {
    setTyped(next);
    if (problemOf(next, today) === undefined) change({ days: lengthOf(next), until: next.until });
  };
  return (
    <>
      <TextInput
        type="date"
        aria-label="First day"
        max={today}
        value={typed.since}
        error={problem}
        onChange={({ currentTarget }) => type({ ...typed, since: currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label="Last day"
        max={today}
        value={typed.until}
        onChange={({ currentTarget }) => type({ ...typed, until: currentTarget.value })}
      />
    </>
  );
}

function problemOf({ since, until }: Period, today: string): string | undefined {
  if (!since || !until) return 'Choose both days';
  if (until > today) return 'Must not be after today';
  if (since > until) return 'Must not be after the last day';
  return lengthOf({ since, until }) > LONGEST_DAYS ? `At most ${LONGEST_DAYS} days` : undefined;
}

/** Hidden if the workspace has no tags. */
export function TagFilter({ value, onChange }: FilterProps<string>) {
  const tags = useTags();
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

export function KeywordFilter({ value, onChange }: FilterProps<string>) {
  return (
    <KeywordSelect
      aria-label="Keyword"
      placeholder="All keywords"
      clearable
      clearButtonProps={{ 'aria-label': 'Show all keywords' }}
      value={value ?? null}
      onChange={(keywordId) => onChange(keywordId ?? undefined)}
    />
  );
}
