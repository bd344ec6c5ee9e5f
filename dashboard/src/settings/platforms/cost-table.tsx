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
const KEYS = { workspace: 'Set here', environment: 'From the server', none: 'No key' };

/** A week and a month of asking, platform by platform; the sum is of those that have a key. */
export function CostTable({ platforms }: { platforms: PlatformCost[] }) {
  // A server of one's own is no choice to weigh before there is one.
  const shown = platforms.filter(({ platform, key }) => platform !== 'openai_compatible' || key !== 'none');
  const asked = platforms.filter(({ key }) => key !== 'none');
  const week = asked.reduce((sum, { usd_per_week }) => sum + (usd_per_week ?? 0), 0);
  const unpriced = asked.filter(({ usd_per_week }) => usd_per_week === null);
  return (
    <>
      <DataTable label="Cost of the plan" rows={shown} columns={COLUMNS} rowKey={({ platform }) => platform} />
      <Text fw={600} className="numeric">
        {asked.length === 0
          ? 'No platform has a key yet: nothing is asked and nothing is spent.'
          : `With the keys you have: about ${formatUsd(week)} a week, ${formatUsd(week * WEEKS_A_MONTH)} a month.`}
      </Text>
      {asked.length < shown.length && (
        <Text size="sm" c="dimmed">
          In grey: what a platform without a key would cost.
        </Text>
      )}
      {unpriced.length > 0 && (
        <Text size="sm" c="dimmed">
          Without {unpriced.map(({ platform }) => platformLook(platform).name).join(', ')}, whose price is not known.
        </Text>
      )}
    </>
  );
}

const COLUMNS: Column<PlatformCost>[] = [
  { title: 'Platform', show: ({ platform }) => platformLook(platform).name, isHeading: true },
  { title: 'Key', show: ({ key }) => KEYS[key] },
  { title: 'Model', show: ({ model }) => model },
  { title: 'Questions a week', show: ({ questions_per_week }) => formatNumber(questions_per_week), isNumber: true },
  { title: 'A week', show: (one) => costOf(one, 1), isNumber: true },
  { title: 'A month', show: (one) => costOf(one, WEEKS_A_MONTH), isNumber: true },
];

function costOf({ usd_per_week: week, key, price_as_of }: PlatformCost, weeks: number) {
  if (week === null) return 'Not known';
  const words = formatUsd(week * weeks);
  const asOf = price_as_of ? `Estimated with the price of ${formatLongDay(price_as_of)}` : undefined;
  return (
    <Text span inherit c={key === 'none' ? 'dimmed' : undefined} title={asOf}>
      {words}
    </Text>
  );
}
