import { Button, CloseButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ItemOf } from '@visibility/server/contract';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useMode } from '../mode.ts';
import { MemberOnly, useRole } from '../role.tsx';
import { useRead } from '../use-read.ts';
import { NoteDialog } from './note-dialog.tsx';
import { type PageView, urlOf } from './page-view.ts';
import { SaveDialog } from './save-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import classes from './view-menu.module.css';

type SavedView = ItemOf<'GET /:mode/views'>;

const SHARED = /^\/($|competitors$|keywords\/)/;

/** Saved views of the workspace, and what can be done with the current one. */
export function ViewMenu() {
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'note' | 'share'>();
  const ref = useClickOutside<HTMLDivElement>(() => setOpen(false));
  const current = useCurrentView();
  const open = (which: typeof dialog) => {
    setOpen(false);
    setDialog(which);
  };
  const close = () => setDialog(undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from each of its buttons
    <div ref={ref} className={classes.menu} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Views
      </Button>
      {isOpen && (
        <div className={`card ${classes.list}`}>
          <SavedViews onOpen={() => setOpen(false)} />
          <MemberOnly>
            <button type="button" onClick={() => open('save')}>
              Save this view…
            </button>
            <button type="button" onClick={() => open('note')}>
              Notes in charts…
            </button>
            {SHARED.test(current.page) && (
              <button type="button" onClick={() => open('share')}>
                Share this page…
              </button>
            )}
          </MemberOnly>
        </div>
      )}
      {dialog === 'save' && <SaveDialog view={current} onClose={close} />}
      {dialog === 'note' && <NoteDialog onClose={close} />}
      {dialog === 'share' && <ShareDialog view={current} onClose={close} />}
    </div>
  );
}

function useCurrentView(): PageView {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const filters = new URLSearchParams(searchStr);
  for (const name of ['mode', 'page', 'event']) filters.delete(name);
  return { page: pathname, filters: filters.toString() };
}

function SavedViews({ onOpen }: { onOpen: () => void }) {
  const views = useRead('GET /:mode/views', { query: { per_page: 100 } }).data?.data ?? [];
  if (views.length === 0) return <p className={classes.none}>No saved views yet</p>;
  return (
    <ul aria-label="Saved views">
      {views.map((view) => (
        <SavedItem key={view.view_id} view={view} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function SavedItem({ view: { view_id, name, page, filters }, onOpen }: { view: SavedView; onOpen: () => void }) {
  const { history } = useRouter();
  const mode = useMode();
  const role = useRole();
  const { mutate: remove } = useMutation({
    mutationFn: () => request('DELETE /:mode/views/:view_id', { params: { mode, view_id } }),
  });
  const show = () => {
    onOpen();
    history.push(urlOf({ page, filters }, mode));
  };
  return (
    <li className={classes.item}>
      <button type="button" onClick={show}>
        <bdi>{name}</bdi>
      </button>
      {role !== 'viewer' && <CloseButton size="sm" aria-label={`Delete the view ${name}`} onClick={() => remove()} />}
    </li>
  );
}
