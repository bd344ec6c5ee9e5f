import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addCompetitor, changeCompetitor, refreshMarket, type Standing } from '../api/competitors.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { AliasFields } from './alias-fields.tsx';
import { draftOf, isRename, wishOf } from './competitor-form.ts';
import { RereadPreview } from './reread-preview.tsx';

interface CompetitorDialogProps {
  /** Left out: a new one. */
  competitor?: Standing;
  onClose: () => void;
}

/** Adds or changes a competitor, and shows beforehand what stored answers say of it. */
export function CompetitorDialog({ competitor, onClose }: CompetitorDialogProps) {
  const mode = useMode();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(competitor));
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const wish = wishOf(draft, competitor?.name);
  const saved = useMutation({
    mutationFn: () => (competitor ? changeCompetitor(mode, competitor.competitor_id, wish) : addCompetitor(mode, wish)),
    onSuccess: async () => {
      await refreshMarket(client, mode);
      onClose();
    },
  });

  return (
    <FormDialog
      title={competitor ? `Edit ${competitor.name}` : 'Add a competitor'}
      action={competitor ? 'Save and read answers again' : 'Add and read answers again'}
      saved={saved}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="As assistants write it."
        required
        withAsterisk={false}
        minLength={2}
        maxLength={100}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {isRename(draft, competitor?.name) && (
        <Checkbox
          label={`Answers that say “${competitor?.name}” go on counting`}
          checked={draft.keepsName}
          onChange={({ currentTarget }) => change({ keepsName: currentTarget.checked })}
        />
      )}
      <TextInput
        label="Main domain"
        description="Pages there count as its citations. May be empty."
        placeholder="acme.io"
        value={draft.domain}
        onChange={({ currentTarget }) => change({ domain: currentTarget.value })}
      />
      <AliasFields aliases={draft.aliases} onChange={(aliases) => change({ aliases })} />
      <TextInput
        label="Further domains"
        description="Separated by commas."
        value={draft.domains}
        onChange={({ currentTarget }) => change({ domains: currentTarget.value })}
      />
      <RereadPreview wish={wish} competitorId={competitor?.competitor_id} />
    </FormDialog>
  );
}
