import { Badge, Button, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createReport, deleteReport, type ReportRow, refreshReports, schedulesQuery } from '../api/reports.ts';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { useMode } from '../base/mode.ts';
import { MemberOnly } from '../base/role.tsx';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { useOnce } from '../base/use-once.ts';
import { sentNow } from './report-form.ts';
import { describeContent, describePeriod, describeRecipients, describeSending, formatName } from './report-words.ts';
import classes from './reports.module.css';

/** Scheduled reports. Hidden if there are none. */
export function ScheduleList({ onEdit }: { onEdit: (report: ReportRow) => void }) {
  const { data: schedules, error, refetch } = useQuery(schedulesQuery(useMode()));
  if (!schedules && error) return <ErrorState error={error} retry={refetch} />;
  if (!schedules || schedules.length === 0) return null;
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
  const client = useQueryClient();
  const sent = useMutation({
    mutationFn: () => createReport(mode, sentNow(schedule, now)),
    onSuccess: () => refreshReports(client, mode),
  });
  const send = useOnce(sent);
  const stop = async () => {
    await deleteReport(mode, report_id);
    await refreshReports(client, mode);
  };
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
          run={stop}
        >
          No more reports will be generated. Existing reports are kept.
        </ConfirmButton>
      </div>
      <FormMessage error={sent.error} done={sent.isSuccess ? 'Your report is being generated.' : undefined} />
    </div>
  );
}
