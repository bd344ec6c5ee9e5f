import { CloseButton, Kbd, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tagsQuery } from '../api/visibility.ts';
import { formatCount } from '../base/format.ts';
import { Icon } from '../base/icons.tsx';
import { useMode } from '../base/mode.ts';
import { useKeywordFilter } from './keyword-filter.ts';
import { SortSelect } from './sort-select.tsx';
import classes from './toolbar.module.css';

export function Toolbar({ total, withSort }: { total: number | undefined; withSort: boolean }) {
  return (
    <search className={classes.toolbar}>
      <Search />
      <TagSelect />
      {withSort && <SortSelect />}
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

  // Going back, or "Show all keywords", changes the address from outside this field.
  useEffect(() => {
    setText((shown) => (shown.trim() === (filter.q ?? '') ? shown : (filter.q ?? '')));
  }, [filter.q]);

  function type(next: string) {
    setText(next);
    search(next);
  }

  const clear = <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />;
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

function TagSelect() {
  const { filter, change } = useKeywordFilter();
  const { data: tags = [] } = useQuery(tagsQuery(useMode()));
  const known = filter.tag && !tags.includes(filter.tag) ? [...tags, filter.tag] : tags;
  if (known.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Tag"
      value={filter.tag ?? ''}
      onChange={(event) => change({ tag: event.currentTarget.value || undefined })}
      data={[{ label: 'All tags', value: '' }, ...known]}
    />
  );
}
