import { Button, NumberInput, type NumberInputProps, Text } from '@mantine/core';
import type { Budget } from '../../api/platforms.ts';
import { request } from '../../api/request.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { formatNumber, formatUsd } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { MemberOnly } from '../../base/role.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { Section } from '../section.tsx';
import classes from './platforms.module.css';

/** The spending limits and the target precision of scores. */
export function BudgetForm({ budget }: { budget: Budget }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: {
      daily_cap_usd: budget.daily_cap_usd ?? '',
      monthly_cap_usd: budget.monthly_cap_usd ?? '',
      interval_points: budget.interval_points ?? '',
    },
    save: ({ daily_cap_usd, monthly_cap_usd, interval_points }) =>
      request('PATCH /:mode/budget', {
        params: { mode },
        body: {
          daily_cap_usd: toNumber(daily_cap_usd),
          monthly_cap_usd: toNumber(monthly_cap_usd),
          interval_points: toNumber(interval_points),
        },
      }),
    onSaved: () => void form.resetDirty(),
  });
  return (
    <Section title="Budget">
      <Text size="sm" c="dimmed" className="numeric">
        {formatUsd(budget.spent_today_usd)} spent today, {formatUsd(budget.spent_month_usd)} this month. When a limit is
        reached, prompts wait until the next day (UTC).
      </Text>
      <MemberOnly>
        <form className={classes.form} onSubmit={form.submit}>
          <div className={classes.pair}>
            <Amount label="Daily limit (USD)" {...form.getInputProps('daily_cap_usd')} />
            <Amount label="Monthly limit (USD)" {...form.getInputProps('monthly_cap_usd')} />
          </div>
          <NumberInput
            label="Target interval width (points)"
            description="From 5 to 60. We run prompts more often where results vary and less often where they don’t. Leave empty to run each prompt 8 times a week."
            min={5}
            max={60}
            allowDecimal={false}
            allowNegative={false}
            placeholder="Not set"
            {...form.getInputProps('interval_points')}
          />
          <FormMessage error={form.failure} done={form.saved.isSuccess && !form.isDirty() ? 'Saved.' : undefined} />
          <Button type="submit" loading={form.saved.isPending} style={{ alignSelf: 'flex-start' }}>
            Save budget
          </Button>
        </form>
      </MemberOnly>
    </Section>
  );
}

const DECIMAL = formatNumber(0.5).includes(',') ? ',' : '.';

/** An amount. Empty means no limit. */
export function Amount(props: NumberInputProps) {
  return (
    <NumberInput
      min={0}
      max={1_000_000}
      decimalScale={2}
      allowNegative={false}
      decimalSeparator={DECIMAL}
      allowedDecimalSeparators={['.', ',']}
      placeholder="No limit"
      {...props}
    />
  );
}

export function toNumber(value: string | number): number | null {
  return value === '' || Number.isNaN(Number(value)) ? null : Number(value);
}
