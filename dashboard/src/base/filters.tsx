import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { own } from '../../../server/src/base/own.ts';
import classes from './filters.module.css';
import { useTags } from './lookups.ts';
import { dayOf, LONGEST_DAYS, lengthOf, type Period } from './period.ts';
import { platformLook } from './platforms.ts';
import { useNow } from './session-context.ts';
import { usePeriod } from './use-period.ts';
import { readOneOf, useView, type View } from './view.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const RANGES = [7, 30, 90, 365];

/** The filters above a list or a chart. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

interface ChoiceFilterProps {
  label: string;
  /** The filter's name in the URL. */
  field: string;
  /** What no choice means: `All types`. */
  all: string;
  /** Words by value. */
  choices: Record<string, string>;
}

/** A filter with a few choices. */
export function ChoiceFilter({ label, field, all, choices }: ChoiceFilterProps) {
  const { view, change } = useView<View & Record<string, unknown>>();
  return (
    <NativeSelect
      aria-label={label}
      value={String(own(view, field) ?? '')}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value || undefined })}
      data={[{ label: all, value: '' }, ...Object.entries(choices).map(([value, words]) => ({ label: words, value }))]}
    />
  );
}

export function PlatformFilter() {
  const { platform } = useView().view;
  const all = [...new Set([...PLATFORMS, ...(platform ? [platform] : [])])];
  const choices = Object.fromEntries(all.map((id) => [id, platformLook(id).name]));
  return <ChoiceFilter label="Platform" field="platform" all="All platforms" choices={choices} />;
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
export function TagFilter() {
  const { tag } = useView().view;
  const all = [...new Set([...(tag ? [tag] : []), ...useTags()])];
  if (all.length === 0) return null;
  const choices = Object.fromEntries(all.map((one) => [one, one]));
  return <ChoiceFilter label="Tag" field="tag" all="All tags" choices={choices} />;
}

/** Searches after a short pause in typing. */
export function SearchFilter({ label }: { label: string }) {
  const { view, change } = useView();
  const { q = '' } = view;
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((next: string) => change({ q: next || undefined }), 250);
  useEffect(() => setText(q), [q]);
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
