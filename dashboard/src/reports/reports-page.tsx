import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReportRow } from '../api/reports.ts';
import { Page } from '../base/page.tsx';
import { MemberOnly } from '../base/role.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ReportList } from './report-list.tsx';
import { ScheduleList } from './schedule-list.tsx';

export function ReportsPage() {
  const [edited, setEdited] = useState<ReportRow | 'new'>();
  return (
    <Page
      title="Reports"
      lead="Scheduled or one-off summaries you can share."
      actions={
        <MemberOnly>
          <Button onClick={() => setEdited('new')}>Create report</Button>
        </MemberOnly>
      }
    >
      <ScheduleList onEdit={setEdited} />
      <ReportList onNew={() => setEdited('new')} />
      {edited && <ReportDialog report={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
