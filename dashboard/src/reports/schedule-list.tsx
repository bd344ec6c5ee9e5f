import { Badge, Button, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReportRow } from '../api/reports.ts';
import { isSchedule } from '../api/reports.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { MemberOnly } from '../base/role.tsx';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { useOnce } from '../base/use-once.ts';
import { useRead } from '../base/use-read.ts';
import { sentNow } from './report-form.ts';
import { describeContent, describePeriod, describeRecipients, describeSending, formatName } from './report-words.ts';
import classes from './reports.module.css';

/** A workspace has at most 50 schedules. */
const MOST_SCHEDULES = 100;

/** Scheduled reports. Hidden if there are none. */
export function ScheduleList({ onEdit }: { onEdit: (report: ReportRow) => void }) {
  const query = { status: 'scheduled', per_page: MOST_SCHEDULES };
  const { data, error, refetch } = useRead('GET /:mode/reports?include=settings', { query });
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  const schedules = data?.data.filter(isSchedule) ?? [];
  if (schedules.length === 0) return null;
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        Schedules
      </Title>
      <ul className={classes.list} aria-label="Schedules">
        {schedules.map((schedule) => (
          <li key={schedule.report_id} className={`card ${classes.item}`}>
            <div className={classes.what}>
              <p className={classes.name}>
                <bdi>{schedule.name}</bdi>
                <Badge variant="light">{schedule.schedule === 'weekly' ? 'Weekly' : 'Monthly'}</Badge>
              </p>
              <Text className={classes.words}>
                {formatName(schedule.format)} · {describeContent(schedule)} · {describeRecipients(schedule)}
              </Text>
              <Text size="sm" c="dimmed">
                Next report: {describeSending(schedule)} (covers {describePeriod(schedule)})
              </Text>
            </div>
            <MemberOnly>
              <ScheduleActions schedule={schedule} onEdit={() => onEdit(schedule)} />
            </MemberOnly>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScheduleActions({ schedule, onEdit }: { schedule: ReportRow; onEdit: () => void }) {
  const { report_id, name, recipients, email_status } = schedule;
  const mode = useMode();
  const now = useNow();
  const sent = useMutation({
    mutationFn: () => request('POST /:mode/reports', { params: { mode }, body: sentNow(schedule, now) }),
  });
  const send = useOnce(sent);
  const isSent = recipients.length > 0 && email_status !== 'not_configured';
  const verb = isSent ? 'Send now' : 'Generate now';
  return (
    <div className={classes.side}>
      <div className={classes.actions}>
        <Button size="xs" variant="default" aria-label={`${verb}: ${name}`} loading={sent.isPending} onClick={send}>
          {verb}
        </Button>
        <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <ConfirmButton
          label="Delete"
          fullLabel={`Delete schedule ${name}`}
          title={`Delete the schedule ${name}?`}
          action="Delete schedule"
          run={() => request('DELETE /:mode/reports/:report_id', { params: { mode, report_id } })}
        >
          No more reports will be generated. Existing reports are kept.
        </ConfirmButton>
      </div>
      <FormMessage error={sent.error} done={sent.isSuccess ? 'Your report is being generated.' : undefined} />
    </div>
  );
}
