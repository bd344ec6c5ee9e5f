import { CloseButton, Kbd, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { ChoiceFilter, PlatformFilter, RangeFilter, TagFilter } from '../base/filters.tsx';
import { formatCount } from '../base/format.ts';
import { Icon } from '../base/icons.tsx';
import { readOneOf } from '../base/view.ts';
import { DEFAULT_SORT, SORTS, USUAL_DAYS, useKeywordFilter } from './keyword-filter.ts';
import classes from './toolbar.module.css';

export function Toolbar({ total }: { total: number | undefined }) {
  const { filter } = useKeywordFilter();
  return (
    <search className={classes.toolbar}>
      <Search />
      <TagFilter />
      <PlatformFilter />
      <ChoiceFilter label="Status" field="status" all="Any status" choices={{ active: 'Active', paused: 'Paused' }} />
      {/* Scores in the list are always the newest. */}
      <RangeFilter usual={USUAL_DAYS} isHidden={filter.compare === undefined} />
      <span className={classes.order}>
        <SortSelect />
      </span>
      <Text component="output" size="sm" c="dimmed" className={`${classes.total} numeric`}>
        {total === undefined ? '' : formatCount(total, 'keyword')}
      </Text>
    </search>
  );
}

function Search() {
  const { filter, change } = useKeywordFilter();
  const [text, setText] = useState(filter.q ?? '');
  const input = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), 200);
  useHotkeys([['/', () => input.current?.focus()]]);

  // The URL also changes through the back button and "Show all keywords".
  useEffect(() => {
    setText((shown) => (shown.trim() === (filter.q ?? '') ? shown : (filter.q ?? '')));
  }, [filter.q]);

  function type(next: string) {
    setText(next);
    search(next);
  }

  const clear = <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />;
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="text"
      aria-label="Search keywords"
      placeholder="Search keywords"
      leftSection={<Icon name="search" />}
      rightSection={text ? clear : <Kbd aria-hidden="true">/</Kbd>}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
    />
  );
}

const CHOICES = [
  { label: 'Highest score', value: '-visibility_score' },
  { label: 'Lowest score', value: 'visibility_score' },
  { label: 'Keyword A–Z', value: 'keyword' },
  { label: 'Keyword Z–A', value: '-keyword' },
  { label: 'Recently updated', value: '-updated_at' },
  { label: 'Least recently updated', value: 'updated_at' },
];

function SortSelect() {
  const { filter, change } = useKeywordFilter();
  return (
    <NativeSelect
      aria-label="Sort by"
      data={CHOICES}
      value={filter.sort ?? DEFAULT_SORT}
      onChange={(event) => change({ sort: readOneOf(event.currentTarget.value, SORTS) })}
    />
  );
}
