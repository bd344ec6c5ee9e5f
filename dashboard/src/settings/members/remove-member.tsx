import { Checkbox, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Member } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { formatCount } from '../../base/format.ts';
import { useRead } from '../../base/use-read.ts';

export function RemoveMember({ member }: { member: Member }) {
  const [revokesKeys, setRevokesKeys] = useState(true);
  const name = member.name || member.email;
  return (
    <ConfirmButton
      label="Remove"
      fullLabel={`Remove ${name}`}
      title={`Remove ${name}?`}
      action="Remove"
      run={() =>
        request('DELETE /members/:member_id', {
          params: { member_id: member.member_id },
          query: { revoke_keys: revokesKeys },
        })
      }
    >
      <Text mb={12}>{member.email} is signed out everywhere immediately. To return, they need a new invitation.</Text>
      <KeyChoice member={member} revokesKeys={revokesKeys} onChange={setRevokesKeys} />
    </ConfirmButton>
  );
}

interface KeyChoiceProps {
  member: Member;
  revokesKeys: boolean;
  onChange: (revokesKeys: boolean) => void;
}

function KeyChoice({ member, revokesKeys, onChange }: KeyChoiceProps) {
  const { data: keys } = useRead('GET /keys', {});
  const { data: clients } = useRead('GET /oauth-clients', {});
  // Checks the box again when the dialog is closed.
  useEffect(() => () => onChange(true), [onChange]);
  const count = (list: { created_by_member_id: string | null; status: string }[] = []) =>
    list.filter((one) => one.created_by_member_id === member.member_id && one.status === 'active').length;
  const [keyCount, clientCount] = [count(keys?.data), count(clients?.data)];
  if (keys && clients && keyCount + clientCount === 0) {
    return <Text c="dimmed">They have no active API keys or OAuth clients.</Text>;
  }
  const found =
    keys && clients && `${formatCount(keyCount, 'API key')} and ${formatCount(clientCount, 'OAuth client')}. `;
  return (
    <Checkbox
      label="Also revoke their API keys and OAuth clients"
      description={`${found ?? ''}Programs that use them get a 401 immediately. This can’t be undone.`}
      checked={revokesKeys}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
