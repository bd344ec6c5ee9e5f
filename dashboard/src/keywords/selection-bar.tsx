import { Button, Progress, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { List } from '@visibility/sdk';
import { Fragment, useState } from 'react';
import { KEYWORDS_PER_REQUEST, type KeywordAction, type KeywordRow } from '../api/keywords.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { FormDialog } from '../base/form-dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { useServerForm } from '../base/server-form.ts';
import { inBatches } from './in-batches.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/** Bulk actions for the selected keywords. Stays visible while scrolling. */
export function SelectionBar({ selection, total }: { selection: Selection; total: number }) {
  const [isTagging, setTagging] = useState(false);
  const act = useAct(selection);
  const count = selection.ids.size;
  if (count === 0 && !act.message && !act.error) return null;
  const words = formatCount(count, 'keyword');
  return (
    <section className={classes.bar} aria-label="Selected keywords">
      <p className={`${classes.words} numeric`}>{count > 0 ? `${words} selected` : ''}</p>
      {count > 0 && !act.isPending && (
        <div className={classes.buttons}>
          {count < total && (
            <Button size="xs" variant="subtle" onClick={() => void selection.selectAll()}>
              Select all {formatNumber(total)}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => act.run({ action: 'pause' })}>
            Pause
          </Button>
          <Button size="xs" variant="default" onClick={() => act.run({ action: 'resume' })}>
            Resume
          </Button>
          <Button size="xs" variant="default" onClick={() => setTagging(true)}>
            Add tag
          </Button>
          <DeleteButton ids={selection.ids} run={() => act.runNow({ action: 'delete' })} />
          <Button size="xs" variant="subtle" onClick={selection.clear}>
            Clear
          </Button>
        </div>
      )}
      {act.isPending && (
        <Progress className={classes.progress} value={(100 * act.done) / Math.max(1, count)} aria-label="Progress" />
      )}
      {(act.message || act.error) && <FormMessage error={act.error} done={act.message} />}
      {isTagging && <TagDialog count={count} run={act.runNow} onClose={() => setTagging(false)} />}
    </section>
  );
}

function DeleteButton({ ids, run }: { ids: ReadonlySet<string>; run: () => Promise<unknown> }) {
  const mode = useMode();
  const client = useQueryClient();
  const words = formatCount(ids.size, 'keyword');
  const seen = client.getQueriesData<List<KeywordRow>>({ queryKey: [mode, 'keyword-rows'] });
  const rows = seen.flatMap(([, list]) => list?.data ?? []);
  const names = new Map(rows.flatMap(({ keyword_id: id, keyword }) => (ids.has(id) ? [[id, keyword]] : [])));
  const named = [...names.values()].slice(0, MOST_NAMED);
  const others = ids.size - named.length;
  return (
    <ConfirmButton
      label="Delete"
      fullLabel={`Delete ${words}`}
      title={ids.size === 1 && named[0] ? `Delete “${named[0]}”?` : `Delete ${words}?`}
      action={`Delete ${words}`}
      run={run}
    >
      {ids.size > 1 && named.length > 0 && (
        <p>
          {named.map((name) => (
            <Fragment key={name}>
              “<bdi>{name}</bdi>”{name !== named.at(-1) && ', '}
            </Fragment>
          ))}
          {others > 0 && ` and ${formatNumber(others)} more`}.
        </p>
      )}
      This deletes scores and history and can’t be undone. To keep the data, pause the keywords instead.
    </ConfirmButton>
  );
}

const MOST_NAMED = 5;

function useAct(selection: Selection) {
  const mode = useMode();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async (input: KeywordAction) => {
      setDone(0);
      const work = async (ids: string[]) => {
        const body = { ...input, keyword_ids: ids };
        return (await request('POST /:mode/keyword-actions', { params: { mode }, body })).changed;
      };
      const changed = await inBatches([...selection.ids], KEYWORDS_PER_REQUEST, { work, onProgress: setDone });
      return DONE[input.action](
        formatCount(
          changed.reduce((sum, one) => sum + one, 0),
          'keyword',
        ),
      );
    },
    onSuccess: selection.clear,
    // What was done before the error stays.
    onError: () => client.invalidateQueries({ queryKey: [mode] }),
  });
  return {
    run: mutation.mutate,
    runNow: mutation.mutateAsync,
    isPending: mutation.isPending,
    error: mutation.error,
    message: selection.ids.size === 0 ? mutation.data : undefined,
    done,
  };
}

const DONE: Record<KeywordAction['action'], (words: string) => string> = {
  pause: (words) => `Paused ${words}.`,
  resume: (words) => `Resumed ${words}.`,
  delete: (words) => `Deleted ${words}.`,
  add_tag: (words) => `Tagged ${words}.`,
  remove_tag: (words) => `Removed the tag from ${words}.`,
};

interface TagDialogProps {
  count: number;
  run: (input: KeywordAction) => Promise<unknown>;
  onClose: () => void;
}

function TagDialog({ count, run, onClose }: TagDialogProps) {
  const form = useServerForm({
    initialValues: { tag: '' },
    save: ({ tag }) => run({ action: 'add_tag', tag: tag.trim() }),
    onSaved: onClose,
  });
  return (
    <FormDialog title={`Add tag to ${formatCount(count, 'keyword')}`} action="Add tag" form={form} onClose={onClose}>
      <TextInput label="Tag" required maxLength={50} {...form.getInputProps('tag')} />
    </FormDialog>
  );
}
