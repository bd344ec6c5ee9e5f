import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { addCompetitor, changeCompetitor, refreshMarket, type Standing } from '../api/competitors.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { rowPlace, useServerForm } from '../base/server-form.ts';
import { AliasFields } from './alias-fields.tsx';
import { draftOf, inputOf, isRename, sentRows } from './competitor-form.ts';
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
  const form = useServerForm({
    initialValues: draftOf(competitor),
    save: (draft) =>
      competitor
        ? changeCompetitor(mode, competitor.competitor_id, inputOf(draft, competitor.name))
        : addCompetitor(mode, inputOf(draft, undefined)),
    onSaved: async () => {
      await refreshMarket(client, mode);
      onClose();
    },
    placeOf: (path, draft) => rowPlace(path, 'aliases', sentRows(draft, competitor?.name)),
  });
  return (
    <FormDialog
      title={competitor ? `Edit ${competitor.name}` : 'Add a competitor'}
      action={competitor ? 'Save and re-analyze answers' : 'Add and re-analyze answers'}
      form={form}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="As assistants write it."
        required
        withAsterisk={false}
        minLength={2}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {isRename(form.values, competitor?.name) && (
        <Checkbox
          label={`Answers that say “${competitor?.name}” go on counting`}
          {...form.getInputProps('keepsName', { type: 'checkbox' })}
        />
      )}
      <TextInput
        label="Main domain"
        description="Pages there count as its citations. May be empty."
        placeholder="acme.io"
        {...form.getInputProps('domain')}
      />
      <AliasFields form={form} />
      <TextInput label="Further domains" description="Separated by commas." {...form.getInputProps('domains')} />
      <RereadPreview input={inputOf(form.values, competitor?.name)} competitorId={competitor?.competitor_id} />
    </FormDialog>
  );
}
