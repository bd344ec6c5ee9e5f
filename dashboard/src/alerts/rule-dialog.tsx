import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AlertRule, changeAlert, createAlert, refreshAlerts } from '../api/alerts.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
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

  return (
    <FormDialog
      title={rule ? `Edit ${rule.name}` : 'New rule'}
      action={rule ? 'Save rule' : 'Make rule'}
      saved={saved}
      isWrong={never !== undefined}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
