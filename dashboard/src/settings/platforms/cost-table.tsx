import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../base/data-table.tsx';
import { formatLongDay, formatNumber, formatUsd } from '../../base/format.ts';
import { platformLook } from '../../base/platforms.ts';

interface PlatformCost {
  platform: string;
  key: 'workspace' | 'environment' | 'none';
  model: string;
  price_as_of: string | null;
  questions_per_week: number;
  usd_per_week: number | null;
}

const WEEKS_A_MONTH = 365.25 / 12 / 7;
const KEYS = { workspace: 'Workspace key', environment: 'Server key', none: 'No key' };

/** The cost per week and month by platform. The total includes only platforms with an API key. */
export function CostTable({ platforms }: { platforms: PlatformCost[] }) {
  // Shown only if a custom model server is configured.
  const shown = platforms.filter(({ platform, key }) => platform !== 'openai_compatible' || key !== 'none');
  const asked = platforms.filter(({ key }) => key !== 'none');
  const week = asked.reduce((sum, { usd_per_week }) => sum + (usd_per_week ?? 0), 0);
  const unpriced = asked.filter(({ usd_per_week }) => usd_per_week === null);
  return (
    <>
      <DataTable label="Estimated cost" rows={shown} columns={COLUMNS} rowKey={({ platform }) => platform} />
      <Text fw={600} className="numeric">
        {asked.length === 0
          ? 'No platform has an API key yet, so the cost is $0.'
          : `Total with the current keys: about ${formatUsd(week)} per week, ${formatUsd(week * WEEKS_A_MONTH)} per month`}
      </Text>
      {asked.length < shown.length && (
        <Text size="sm" c="dimmed">
          Gray = no API key
        </Text>
      )}
      {unpriced.length > 0 && (
        <Text size="sm" c="dimmed">
          Excludes {unpriced.map(({ platform }) => platformLook(platform).name).join(', ')} (price unknown)
        </Text>
      )}
    </>
  );
}

const COLUMNS: Column<PlatformCost>[] = [
  { title: 'Platform', show: ({ platform }) => platformLook(platform).name, isHeading: true },
  { title: 'Key', show: ({ key }) => KEYS[key] },
  { title: 'Model', show: ({ model }) => model },
  { title: 'Prompts per week', show: ({ questions_per_week }) => formatNumber(questions_per_week), isNumber: true },
  { title: 'Per week', show: (one) => costOf(one, 1), isNumber: true },
  { title: 'Per month', show: (one) => costOf(one, WEEKS_A_MONTH), isNumber: true },
];

function costOf({ usd_per_week: week, key, price_as_of }: PlatformCost, weeks: number) {
  if (week === null) return 'Unknown';
  const words = formatUsd(week * weeks);
  const asOf = price_as_of ? `Price as of ${formatLongDay(price_as_of)}` : undefined;
  return (
    <Text span inherit c={key === 'none' ? 'dimmed' : undefined} title={asOf}>
      {words}
    </Text>
  );
}
