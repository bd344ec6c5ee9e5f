import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Brand, brandQuery, changeBrand } from '../../api/brand.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { Section } from '../section.tsx';
import { AliasList } from './alias-list.tsx';
import classes from './brand.module.css';
import { type BrandDraft, fromDraft, toDraft } from './brand-draft.ts';
import { PreviewResult } from './preview-result.tsx';
import { usePreview } from './use-preview.ts';

/** Change the names, see what that would do to the stored answers, then apply it. */
export function BrandForm({ brand }: { brand: Brand }) {
  const [draft, setDraft] = useState(() => toDraft(brand));
  const { preview, run, stop } = usePreview();
  const applied = useApply();
  const wanted = fromDraft(draft);
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(brand);
  const shown = preview?.of === JSON.stringify(wanted) ? preview : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!shown?.isRunning) void run(wanted);
  }
  function change(changes: Partial<BrandDraft>) {
    applied.reset();
    setDraft((old) => ({ ...old, ...changes }));
  }

  return (
    <>
      <form onSubmit={submit}>
        <Section title="Names and domains">
          <Names draft={draft} change={change} />
          {shown?.error && <FormMessage error={shown.error} />}
          <div className={classes.buttons}>
            <Button type="submit" variant="default" disabled={!isChanged} loading={shown?.isRunning ?? false}>
              See what would change
            </Button>
            {isChanged && (
              <Button variant="subtle" onClick={() => change(toDraft(brand))}>
                Undo
              </Button>
            )}
          </div>
        </Section>
      </form>
      {isChanged && shown && !shown.error && (
        <>
          <PreviewResult preview={shown} stop={stop} />
          <div className={classes.buttons}>
            <Button loading={applied.isPending} onClick={() => !applied.isPending && applied.mutate(wanted)}>
              Apply and read the history again
            </Button>
            <Text size="sm" c="dimmed">
              No event or alert is sent for what changes by this.
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (brand: Brand) => changeBrand(mode, brand),
    onSuccess: (state) => client.setQueryData(brandQuery(mode).queryKey, state),
  });
}

function Names({ draft, change }: { draft: BrandDraft; change: (changes: Partial<BrandDraft>) => void }) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Brand"
        required
        withAsterisk={false}
        maxLength={100}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <AliasList aliases={draft.aliases} onChange={(aliases) => change({ aliases })} />
      <Textarea
        label="Domains"
        description="One a line. A page there counts as a citation of yours; acme.io covers docs.acme.io."
        autosize
        minRows={2}
        maxRows={8}
        value={draft.domains}
        onChange={({ currentTarget }) => change({ domains: currentTarget.value })}
      />
    </div>
  );
}
