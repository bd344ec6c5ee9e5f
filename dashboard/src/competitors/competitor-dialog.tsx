import { Checkbox, TextInput } from '@mantine/core';
import type { TrackedBrand } from '../api/competitors.ts';
import { request } from '../api/request.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { rowPlace, useServerForm } from '../base/server-form.ts';
import { AliasFields } from './alias-fields.tsx';
import { draftOf, inputOf, isRename, sentRows } from './competitor-form.ts';
import { RereadPreview } from './reread-preview.tsx';

interface CompetitorDialogProps {
  /** Undefined for a new competitor. */
  competitor?: TrackedBrand;
  onClose: () => void;
}

/** Adds or edits a competitor, with a preview based on stored answers. */
export function CompetitorDialog({ competitor, onClose }: CompetitorDialogProps) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: draftOf(competitor),
    save: (draft) => {
      const body = inputOf(draft, competitor?.name);
      if (!competitor) return request('POST /:mode/competitors', { params: { mode }, body });
      const params = { mode, competitor_id: competitor.competitor_id };
      return request('PATCH /:mode/competitors/:competitor_id', { params, body });
    },
    onSaved: onClose,
    placeOf: (path, draft) => rowPlace(path, 'aliases', sentRows(draft, competitor?.name)),
  });
  return (
    <FormDialog
      title={competitor ? `Edit ${competitor.name}` : 'Add competitor'}
      action={competitor ? 'Save and re-analyze answers' : 'Add and re-analyze answers'}
      form={form}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="As it appears in answers."
        required
        minLength={2}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {isRename(form.values, competitor?.name) && (
        <Checkbox
          label={`Keep counting “${competitor?.name}”`}
          {...form.getInputProps('keepsName', { type: 'checkbox' })}
        />
      )}
      <TextInput
        label="Main domain"
        description="Links to this domain count as its citations. Optional."
        placeholder="acme.io"
        {...form.getInputProps('domain')}
      />
      <AliasFields form={form} />
      <TextInput label="Other domains" description="Separate with commas." {...form.getInputProps('domains')} />
      <RereadPreview input={inputOf(form.values, competitor?.name)} competitorId={competitor?.competitor_id} />
    </FormDialog>
  );
}
