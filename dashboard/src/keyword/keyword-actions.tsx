import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeywordScores } from '../api/keyword.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { EditDialog } from './edit-dialog.tsx';

export function KeywordActions({ scores }: { scores: KeywordScores }) {
  const { keyword_id: keywordId, keyword, status } = scores.keyword;
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = { mode: useMode(), keyword_id: keywordId };
  const [isEditing, setEditing] = useState(false);
  const next = status === 'active' ? 'paused' : 'active';
  const pause = useMutation({
    mutationFn: () => request('PATCH /:mode/keywords/:keyword_id', { params, body: { status: next } }),
  });
  const remove = async () => {
    await request('DELETE /:mode/keywords/:keyword_id', { params });
    await navigate({ to: '/keywords' });
    // Otherwise the back button would show what is gone.
    client.removeQueries({ queryKey: [params.mode, 'GET /:mode/keywords/:keyword_id/scores'] });
  };
  return (
    <>
      {pause.error && <FormMessage error={pause.error} />}
      <Button variant="default" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
        {status === 'active' ? 'Pause' : 'Resume'}
      </Button>
      <ConfirmButton size="sm" label="Delete" title={`Delete “${keyword}”?`} action="Delete keyword" run={remove}>
        This deletes its score, history, mentions and citations and can’t be undone. To keep the data, pause the keyword
        instead.
      </ConfirmButton>
      {isEditing && <EditDialog scores={scores} onClose={() => setEditing(false)} />}
    </>
  );
}
