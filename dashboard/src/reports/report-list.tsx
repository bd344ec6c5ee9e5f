import { Badge, Button, Progress, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isSchedule, type ReportRow } from '../api/reports.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { formatTime } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Paging } from '../base/paging.tsx';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState, Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { describeContent, describePeriod, describeRecipients, formatName } from './report-words.ts';
import classes from './reports.module.css';

const PER_PAGE = 20;
const POLL_MS = 2000;

/** Finished, running and failed reports, newest first. */
export function ReportList({ onNew }: { onNew: () => void }) {
  const { view, change } = useView();
  const page = view.page ?? 1;
  const result = useRead('GET /:mode/reports?include=settings', {
    query: { page, per_page: PER_PAGE },
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) ? POLL_MS : false),
  });
  const { data } = result;
  if (!data) return <Waiting result={result} height={220} />;
  const made = data.data.filter((report) => !isSchedule(report));
  if (data.meta.total === 0) {
    return (
      <EmptyState title="No reports yet">
        <Text c="dimmed">Schedule a weekly or monthly report, or create one now. Formats: PDF, CSV and JSON.</Text>
        <MemberOnly>
          <Button onClick={onNew}>Create your first report</Button>
        </MemberOnly>
      </EmptyState>
    );
  }
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        Reports
      </Title>
      {made.length === 0 && (
        <Text c="dimmed">No reports yet. Use “Generate now” or “Send now” to get one before the period ends.</Text>
      )}
      <ul className={classes.list} aria-label="Reports">
        {made.map((report) => (
          <li key={report.report_id} className={`card ${classes.item}`}>
            <div className={classes.what}>
              <p className={classes.name}>
                <bdi>{report.name}</bdi>
                <Status report={report} />
              </p>
              <Text className={classes.words}>{describePeriod(report)}</Text>
              <Text size="sm" c="dimmed" className={classes.words}>
                Created <time dateTime={report.created_at}>{formatTime(report.created_at)}</time> ·{' '}
                {describeContent(report)} · {describeRecipients(report)}
              </Text>
              {report.failure && <p className={classes.failure}>{report.failure}</p>}
              {isInProgress(report) && (
                <Progress value={100} animated striped aria-label={`Generating ${report.name}`} />
              )}
            </div>
            <ReportActions report={report} />
          </li>
        ))}
      </ul>
      <Paging total={data.meta.total} perPage={PER_PAGE} page={page} onPage={(next) => change({ page: next })} />
    </section>
  );
}

/** Being created or queued. */
function isInProgress(report: ReportRow): boolean {
  return report.status === 'running' || (report.status === 'scheduled' && report.schedule === 'once');
}

function Status({ report }: { report: ReportRow }) {
  if (report.status === 'ready') return null;
  if (report.status === 'failed') return <Badge className={classes.failed}>Failed</Badge>;
  return <Badge variant="light">{report.status === 'running' ? 'Generating…' : 'Queued'}</Badge>;
}

function ReportActions({ report }: { report: ReportRow }) {
  const { report_id, name, status } = report;
  const mode = useMode();
  const retried = useMutation({
    mutationFn: () => request('POST /:mode/reports/:report_id/retry', { params: { mode, report_id } }),
  });
  return (
    <div className={classes.side}>
      <div className={classes.actions}>
        {status === 'ready' &&
          report.formats.map((format) => (
            <Button
              key={format}
              component="a"
              size="xs"
              variant={format === report.format ? 'light' : 'default'}
              href={`/dashboard/api/${mode}/reports/${report_id}/file?format=${format}`}
              download
              aria-label={`Download ${name} as ${formatName(format)}`}
            >
              {formatName(format)}
            </Button>
          ))}
        <MemberOnly>
          {status === 'failed' && (
            <Button
              size="xs"
              aria-label={`Try again: ${name}`}
              loading={retried.isPending}
              onClick={() => retried.mutate()}
            >
              Try again
            </Button>
          )}
          <ConfirmButton
            label="Delete"
            fullLabel={`Delete ${name}`}
            title={`Delete the report ${name}?`}
            action={`Delete ${name}`}
            run={() => request('DELETE /:mode/reports/:report_id', { params: { mode, report_id } })}
          >
            This deletes the files in all formats ({describePeriod(report)}). Your data is kept.
          </ConfirmButton>
        </MemberOnly>
      </div>
      {retried.error && <FormMessage error={retried.error} />}
    </div>
  );
}
