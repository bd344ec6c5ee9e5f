import { Skeleton } from '@mantine/core';

const ROWS = Array.from({ length: 8 }, (_, row) => row);

export function KeywordsSkeleton() {
  return (
    <div className="card" style={{ padding: 20 }} role="status" aria-label="Loading the keywords">
      {ROWS.map((row) => (
        <Skeleton key={row} height={18} my={20} width={`${92 - (row % 3) * 9}%`} />
      ))}
    </div>
  );
}
