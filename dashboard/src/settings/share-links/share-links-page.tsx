import { Text } from '@mantine/core';
import { request } from '../../api/request.ts';
import type { ShareLink } from '../../api/share.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { useMayChange } from '../../base/role.tsx';
import { EmptyState, Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Day, When } from '../when.tsx';

const STATUSES = { active: 'Active', expired: 'Expired', revoked: 'Revoked' };

export function ShareLinksPage() {
  const result = useRead('GET /:mode/share-links', {});
  const { data } = result;
  const links = data?.data;
  return (
    <Page title="Share links" lead="Links that show one page to people who are not signed in.">
      <Waiting result={result} height={200} />
      {links && links.length > 0 && <Links links={links} />}
      {links?.length === 0 && (
        <EmptyState title="No share links yet">
          <Text c="dimmed">Open Overview, Competitors or a keyword, then choose Views and “Share this page”.</Text>
        </EmptyState>
      )}
    </Page>
  );
}

function Links({ links }: { links: ShareLink[] }) {
  const columns: Column<ShareLink>[] = [
    { title: 'Name', isHeading: true, show: ({ name }) => <bdi>{name}</bdi> },
    { title: 'Page', show: ({ page }) => pageName(page) },
    { title: 'Created by', show: ({ created_by }) => created_by ?? 'One-time link' },
    { title: 'Status', show: ({ status }) => STATUSES[status] },
    { title: 'Expires', show: ({ expires_at }) => <Day time={expires_at} /> },
    {
      title: 'Last used',
      show: ({ last_used_at: time }) => (time ? <When time={time} /> : 'Never'),
    },
    { title: 'Actions', show: (link) => <Revoke link={link} /> },
  ];
  return <DataTable label="Share links" rows={links} columns={columns} rowKey={({ link_id }) => link_id} />;
}

function pageName(page: string): string {
  if (page === '/') return 'Overview';
  return page === '/competitors' ? 'Competitors' : 'Keyword';
}

function Revoke({ link: { link_id, name, status, created_by_member_id } }: { link: ShareLink }) {
  const mode = useMode();
  const mayChange = useMayChange();
  if (status !== 'active' || !mayChange({ created_by_member_id })) return null;
  return (
    <ConfirmButton
      label="Revoke"
      fullLabel={`Revoke ${name}`}
      title={`Revoke ${name}?`}
      action="Revoke"
      run={() => request('DELETE /:mode/share-links/:link_id', { params: { mode, link_id } })}
    >
      The link stops working immediately.
    </ConfirmButton>
  );
}
