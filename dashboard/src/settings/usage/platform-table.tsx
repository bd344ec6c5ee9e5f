import { Text } from '@mantine/core';
import type { AnswerTo } from '@visibility/server/contract';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { formatNumber, formatUsd } from '../../base/format.ts';
import { platformLook } from '../../base/platforms.ts';

type PlatformUsage = AnswerTo<'GET /:mode/usage-summary'>['month']['platforms'][number];

/** The answers of this month by platform, with a total row. */
export function PlatformTable({ platforms }: { platforms: PlatformUsage[] }) {
  if (platforms.length === 0) {
    return <Text>No answers this month. Add keywords and an API key for a platform to start.</Text>;
  }
  const rows = platforms.length > 1 ? [...platforms, sumOf(platforms)] : platforms;
  return <DataTable label="Answers this month" rows={rows} columns={COLUMNS} rowKey={({ platform }) => platform} />;
}

const ALL = 'All platforms';

const COLUMNS: Column<PlatformUsage>[] = [
  {
    title: 'Platform',
    show: ({ platform }) => (platform === ALL ? <strong>{ALL}</strong> : platformLook(platform).name),
    isHeading: true,
  },
  { title: 'Valid', show: ({ valid }) => formatNumber(valid), isNumber: true },
  { title: 'Cut off', show: ({ truncated }) => formatNumber(truncated), isNumber: true },
  { title: 'Refused', show: ({ refused }) => formatNumber(refused), isNumber: true },
  { title: 'Failed', show: ({ failed }) => formatNumber(failed), isNumber: true },
  { title: 'Coverage', show: (usage) => <Coverage usage={usage} />, isNumber: true },
  { title: 'Cost', show: ({ cost_usd }) => formatUsd(cost_usd), isNumber: true },
];

/** The share of valid answers. */
function Coverage({ usage: { valid, truncated, refused, failed } }: { usage: PlatformUsage }) {
  const asked = valid + truncated + refused + failed;
  if (asked === 0) return <>–</>;
  const percent = valid === asked ? 100 : Math.min(99, Math.round((valid / asked) * 100));
  return <span title={`${formatNumber(valid)} of ${formatNumber(asked)} answers are valid`}>{percent}%</span>;
}

function sumOf(platforms: PlatformUsage[]): PlatformUsage {
  const sum = (field: 'valid' | 'truncated' | 'refused' | 'failed' | 'cost_usd') =>
    platforms.reduce((total, one) => total + one[field], 0);
  return {
    platform: ALL,
    valid: sum('valid'),
    truncated: sum('truncated'),
    refused: sum('refused'),
    failed: sum('failed'),
    cost_usd: sum('cost_usd'),
  };
}
