import { Pagination, Text } from '@mantine/core';
import { formatNumber } from '../base/format.ts';
import { useKeywordFilter } from './keyword-filter.ts';

export function KeywordPaging({ total, perPage }: { total: number; perPage: number }) {
  const { filter, change } = useKeywordFilter();
  const page = filter.page ?? 1;
  const pages = Math.ceil(total / perPage);
  if (pages <= 1) return null;
  return (
    <nav
      aria-label="Pages of keywords"
      style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Text size="sm" c="dimmed" className="numeric">
        {formatNumber((page - 1) * perPage + 1)}–{formatNumber(Math.min(total, page * perPage))} of{' '}
        {formatNumber(total)}
      </Text>
      <Pagination
        size="sm"
        total={pages}
        value={page}
        onChange={(next) => change({ page: next > 1 ? next : undefined })}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
      />
    </nav>
  );
}
