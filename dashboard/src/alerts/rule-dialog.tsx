import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AlertRule, changeAlert, createAlert, refreshAlerts } from '../api/alerts.ts';
import { Dialog } from '../base/dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { useOnce } from '../base/use-once.ts';
import classes from './alerts.module.css';
import { Backtest } from './backtest.tsx';
import { MailFields } from './mail-fields.tsx';
import { draftOf, testOf, wishOf } from './rule-form.ts';
import { whyNever } from './rule-words.ts';
import { TestFields } from './test-fields.tsx';

interface RuleDialogProps {
  /** Undefined: a new one. */
  rule: AlertRule | undefined;
  onClose: () => void;
}

/** Makes or changes a rule, and shows while it is typed what it would have done. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const mode = useMode();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(rule));
  const change = (changes: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...changes }));
  const test = testOf(draft);
  const never = test && whyNever(test);
  const saved = useMutation({
    mutationFn: async () => {
      const wish = wishOf(draft);
      return rule ? changeAlert(mode, rule.alert_id, wish) : createAlert(mode, wish);
    },
    onSuccess: async () => {
      await refreshAlerts(client, mode);
      onClose();
    },
  });
  const save = useOnce(saved);

  function submit(event: FormEvent) {
    event.preventDefault();
    // What is missing is told by the attempt.
    if (!never) save();
  }

  return (
    <Dialog title={rule ? `Edit ${rule.name}` : 'New rule'} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="Name"
          placeholder="ChatGPT forgets us"
          required
          withAsterisk={false}
          maxLength={100}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TestFields draft={draft} problem={never} onChange={change} />
        <MailFields draft={draft} onChange={change} />
        {test && !never && <Backtest test={test} />}
        {saved.error && <FormMessage error={saved.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saved.isPending}>
            {rule ? 'Save rule' : 'Make rule'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
