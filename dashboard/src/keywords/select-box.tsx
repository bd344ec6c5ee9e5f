import { MemberOnly } from '../base/role.tsx';
import type { RowProps } from './records.ts';

type SelectBoxProps = Pick<RowProps, 'isSelected' | 'toggle'> & { row: NonNullable<RowProps['row']> };

export function SelectBox({ row, isSelected, toggle }: SelectBoxProps) {
  return (
    <MemberOnly>
      <input
        type="checkbox"
        aria-label={`Select ${row.keyword}`}
        checked={isSelected}
        onChange={() => toggle(row.keyword_id)}
      />
    </MemberOnly>
  );
}
