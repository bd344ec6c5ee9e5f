import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Member } from '../../api/people.ts';
import { ROLE_NAMES } from '../../base/role.tsx';

const ROLES: Member['role'][] = ['viewer', 'member', 'owner'];

interface RoleSelectProps extends Omit<NativeSelectProps, 'onChange' | 'data' | 'value' | 'role'> {
  role: Member['role'];
  onChange: (role: Member['role']) => void;
}

export function RoleSelect({ role, onChange, ...select }: RoleSelectProps) {
  return (
    <NativeSelect
      {...select}
      value={role}
      onChange={({ currentTarget: { value } }) => onChange(ROLES.find((one) => one === value) ?? role)}
      data={ROLES.map((value) => ({ label: ROLE_NAMES[value], value }))}
    />
  );
}
