import { TextInput } from '@mantine/core';
import type { AlertRule } from '../api/alerts.ts';
import { request } from '../api/request.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { useServerForm } from '../base/server-form.ts';
import { Backtest } from './backtest.tsx';
import { MailFields } from './mail-fields.tsx';
import { draftOf, inputOf, type RuleDraft, testOf } from './rule-form.ts';
import { whyNever } from './rule-words.ts';
import { TestFields } from './test-fields.tsx';

interface RuleDialogProps {
  /** Undefined for a new alert. */
  rule: AlertRule | undefined;
  /** What a new alert starts with. */
  preset?: Partial<RuleDraft> | undefined;
  onClose: () => void;
}

/** Creates or edits an alert, with a live backtest. */
export function RuleDialog({ rule, preset, onClose }: RuleDialogProps) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: { ...draftOf(rule), ...preset },
    save: (draft) => {
      const body = inputOf(draft);
      if (!rule) return request('POST /:mode/alerts', { params: { mode }, body });
      return request('PATCH /:mode/alerts/:alert_id', { params: { mode, alert_id: rule.alert_id }, body });
    },
    onSaved: onClose,
  });
  const test = testOf(form.values);
  const never = test && whyNever(test);
  return (
    <FormDialog
      title={rule ? `Edit ${rule.name}` : 'Create alert'}
      action={rule ? 'Save alert' : 'Create alert'}
      form={form}
      isDisabled={never !== undefined}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="ChatGPT visibility drop"
        required
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TestFields form={form} problem={never} />
      <MailFields form={form} />
      {test && !never && <Backtest test={test} />}
    </FormDialog>
  );
}
