import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Brand } from '../../api/brand.ts';
import { request } from '../../api/request.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { type FormOf, rowPlace, useServerForm } from '../../base/server-form.ts';
import { Section } from '../section.tsx';
import { AliasList } from './alias-list.tsx';
import classes from './brand.module.css';
import { type BrandDraft, fromDraft, sentRows, toDraft } from './brand-draft.ts';
import { PreviewResult } from './preview-result.tsx';
import { usePreview } from './use-preview.ts';

/** Edits the brand. A preview shows the effect on stored answers before the change is applied. */
export function BrandForm({ brand }: { brand: Brand }) {
  const { preview, run, stop } = usePreview();
  const applied = useApply();
  const form = useServerForm({
    initialValues: toDraft(brand),
    save: (draft) => run(fromDraft(draft)),
    placeOf: (path, draft) => rowPlace(path, 'aliases', sentRows(draft)),
    onChange: () => {
      stop();
      applied.reset();
    },
  });
  const wanted = fromDraft(form.values);
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(brand);
  const shown = preview?.of === JSON.stringify(wanted) ? preview : undefined;

  return (
    <>
      <form onSubmit={form.submit}>
        <Section title="Names and domains">
          <Names form={form} />
          {form.failure && <FormMessage error={form.failure} />}
          <div className={classes.buttons}>
            <Button type="submit" variant="default" disabled={!isChanged} loading={shown?.isRunning ?? false}>
              Preview changes
            </Button>
            {isChanged && (
              <Button variant="subtle" onClick={() => form.setValues(toDraft(brand))}>
                Undo
              </Button>
            )}
          </div>
        </Section>
      </form>
      {isChanged && shown && (
        <>
          <PreviewResult preview={shown} stop={stop} />
          <div className={classes.buttons}>
            <Button loading={applied.isPending} onClick={() => !applied.isPending && applied.mutate(wanted)}>
              Apply and re-analyze answers
            </Button>
            <Text size="sm" c="dimmed">
              This sends no events or alerts.
            </Text>
          </div>
        </>
      )}
      {(applied.error || applied.isSuccess) && (
        <FormMessage error={applied.error} done={isChanged ? undefined : 'Saved.'} />
      )}
    </>
  );
}

function useApply() {
  const mode = useMode();
  return useMutation({
    mutationFn: (body: Brand) => request('PATCH /:mode/brand', { params: { mode }, body }),
  });
}

function Names({ form }: { form: FormOf<BrandDraft> }) {
  return (
    <div className={classes.fields}>
      <TextInput label="Brand" required maxLength={100} {...form.getInputProps('name')} />
      <AliasList form={form} />
      <Textarea
        label="Domains"
        description="One per line. Links to these domains count as your citations. acme.io includes docs.acme.io."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('domains')}
      />
    </div>
  );
}
