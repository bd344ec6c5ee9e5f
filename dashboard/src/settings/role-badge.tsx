import { Badge } from '@mantine/core';
import type { Member } from '../api/people.ts';
import { ROLE_NAMES } from '../base/role.tsx';

export function RoleBadge({ role }: Pick<Member, 'role'>) {
  return (
    <Badge variant={role === 'owner' ? 'light' : 'default'} radius="sm" tt="none">
      {ROLE_NAMES[role]}
    </Badge>
  );
}
