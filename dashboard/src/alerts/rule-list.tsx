import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AlertActivity, AlertRule } from '../api/alerts.ts';
import { request } from '../api/request.ts';
import { Age } from '../base/age.tsx';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount } from '../base/format.ts';
import { useKeyword } from '../base/lookups.ts';
import { NO_MAIL_SERVER } from '../base/mail-words.ts';
import { useMode } from '../base/mode.ts';
import { MemberOnly } from '../base/role.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import classes from './alerts.module.css';
import type { AlertsView } from './alerts-view.ts';
import { describeTest } from './rule-words.ts';

interface RuleListProps {
  rules: AlertRule[];
  onEdit: (rule: AlertRule) => void;
}

/** The alerts with their condition, status and last firing. */
export function RuleList({ rules, onEdit }: RuleListProps) {
  const activity = useRead('GET /:mode/alert-activity', {}).data?.data;
  return (
    <ul className={classes.rules} aria-label="Alerts">
      {rules.map((rule) => (
        <li key={rule.alert_id} className={`card ${classes.rule}`}>
          <div className={classes.what}>
            <p className={classes.name}>
              <bdi>{rule.name}</bdi>
              <span className={classes.status} data-status={rule.status}>
                {rule.status === 'active' ? 'Active' : 'Paused'}
              </span>
            </p>
            <RuleWords rule={rule} />
            {activity && (
              <LastFired activity={activity.find(({ alert_id }) => alert_id === rule.alert_id)} rule={rule} />
            )}
          </div>
          <MemberOnly>
            <RuleActions rule={rule} onEdit={() => onEdit(rule)} />
          </MemberOnly>
        </li>
      ))}
    </ul>
  );
}

function RuleWords({ rule }: { rule: AlertRule }) {
  const keyword = useKeyword(rule.keyword_id)?.keyword;
  return (
    <Text className={classes.words}>
      Fires when {describeTest(rule, keyword)}. {mailWords(rule)}
    </Text>
  );
}

function mailWords({ email, recipients, email_status }: AlertRule): string {
  if (email === 'off') return '';
  const whom = recipients.length === 0 ? 'the account owner' : recipients.join(', ');
  if (email_status === 'not_configured') return `Email to ${whom} ${NO_MAIL_SERVER}.`;
  return `Emails ${whom}, ${email === 'each' ? 'each time' : 'in a daily digest'}.`;
}

function LastFired({ activity, rule }: { activity: AlertActivity | undefined; rule: AlertRule }) {
  const { change } = useView<AlertsView>();
  if (!activity) {
    return (
      <Text size="sm" c="dimmed">
        Not fired recently
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      Last fired <Age time={activity.last_fired_at} />· {formatCount(activity.firings, 'time')} in total ·{' '}
      <button
        type="button"
        className={classes.link}
        aria-label={`View history of ${rule.name}`}
        onClick={() => change({ rule: rule.alert_id })}
      >
        View history
      </button>
    </Text>
  );
}

function RuleActions({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const { alert_id, name, status } = rule;
  const mode = useMode();
  const switched = useMutation({
    mutationFn: () => {
      const body = { status: status === 'active' ? 'paused' : 'active' };
      return request('PATCH /:mode/alerts/:alert_id', { params: { mode, alert_id }, body });
    },
  });
  const verb = status === 'active' ? 'Pause' : 'Resume';
  return (
    <div className={classes.actions}>
      <Button variant="default" size="xs" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={`${verb} ${name}`}
        loading={switched.isPending}
        onClick={() => switched.mutate()}
      >
        {verb}
      </Button>
      <ConfirmButton
        label="Delete"
        fullLabel={`Delete ${name}`}
        title={`Delete the alert ${name}?`}
        action={`Delete ${name}`}
        run={() => request('DELETE /:mode/alerts/:alert_id', { params: { mode, alert_id } })}
      >
        The alert stops immediately. Past firings stay in the history.
      </ConfirmButton>
      {switched.error && <FormMessage error={switched.error} />}
    </div>
  );
}
