import { Group, Pagination, Text } from '@mantine/core';
import { formatNumber } from './format.ts';
import { useView } from './view.ts';

interface PagingProps {
  total: number;
  perPage: number;
  page: number;
  onPage: (page: number) => void;
}

/** The shown range and the page buttons. Hidden if the list fits on one page. */
export function Paging({ total, perPage, page, onPage }: PagingProps) {
  if (total <= perPage) return null;
  const from = Math.min(total, (page - 1) * perPage + 1);
  return (
    <Group component="nav" aria-label="Pagination" justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="numeric">
        {formatNumber(from)}–{formatNumber(Math.min(total, page * perPage))} of {formatNumber(total)}
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(total / perPage)}
        value={page}
        onChange={onPage}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        getControlProps={(control) => ({ 'aria-label': `${control === 'next' ? 'Next' : 'Previous'} page` })}
      />
    </Group>
  );
}

/** The pages of a list whose page is in the URL. */
export function UrlPaging(props: Pick<PagingProps, 'total' | 'perPage'>) {
  const { view, change } = useView();
  return <Paging {...props} page={view.page ?? 1} onPage={(page) => change({ page: page > 1 ? page : undefined })} />;
}
