import { Button, NumberInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Budget, type BudgetChange, budgetQuery, changeBudget } from '../../api/platforms.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { formatNumber, formatUsd } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { MemberOnly } from '../../base/role.tsx';
import { Section } from '../section.tsx';
import classes from './platforms.module.css';

/** What may be spent, and how sure a score has to be. */
export function BudgetForm({ budget }: { budget: Budget }) {
  const mode = useMode();
  const client = useQueryClient();
  const [form, setForm] = useState<BudgetChange>({
    daily_cap_usd: budget.daily_cap_usd,
    monthly_cap_usd: budget.monthly_cap_usd,
    interval_points: budget.interval_points,
  });
  const saved = useMutation({
    mutationFn: () => changeBudget(mode, form),
    onSuccess: (next) => client.setQueryData(budgetQuery(mode).queryKey, next),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saved.isPending) saved.mutate();
  }
  const set = (changes: BudgetChange) => {
    saved.reset();
    setForm((old) => ({ ...old, ...changes }));
  };
  return (
    <Section title="Budget">
      <Text size="sm" c="dimmed" className="numeric">
        {formatUsd(budget.spent_today_usd)} spent today, {formatUsd(budget.spent_month_usd)} this month. What a cap does
        not allow waits until the next day (UTC).
      </Text>
      <MemberOnly>
        <form className={classes.form} onSubmit={submit}>
          <div className={classes.pair}>
            <Amount
              label="At most a day, in USD"
              value={form.daily_cap_usd ?? null}
              onChange={(daily_cap_usd) => set({ daily_cap_usd })}
            />
            <Amount
              label="At most a month, in USD"
              value={form.monthly_cap_usd ?? null}
              onChange={(monthly_cap_usd) => set({ monthly_cap_usd })}
            />
          </div>
          <NumberInput
            label="How wide an interval may be, in points"
            description="Empty: each question is asked eight times a week. With a width (5 to 60), as often as that takes: less where you are always or never named, more where it is open."
            min={5}
            max={60}
            allowDecimal={false}
            allowNegative={false}
            placeholder="Eight times a week"
            value={form.interval_points ?? ''}
            onChange={(value) => set({ interval_points: toNumber(value) })}
          />
          <FormMessage error={saved.error} done={saved.isSuccess ? 'Saved.' : undefined} />
          <Button type="submit" loading={saved.isPending} style={{ alignSelf: 'flex-start' }}>
            Save the budget
          </Button>
        </form>
      </MemberOnly>
    </Section>
  );
}

interface AmountProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

const DECIMAL = formatNumber(0.5).includes(',') ? ',' : '.';

/** An amount, or nothing for no cap. */
export function Amount({ label, value, onChange }: AmountProps) {
  return (
    <NumberInput
      label={label}
      min={0}
      max={1_000_000}
      decimalScale={2}
      allowNegative={false}
      decimalSeparator={DECIMAL}
      allowedDecimalSeparators={['.', ',']}
      placeholder="No cap"
      value={value ?? ''}
      onChange={(next) => onChange(toNumber(next))}
    />
  );
}

function toNumber(value: string | number): number | null {
  return value === '' || Number.isNaN(Number(value)) ? null : Number(value);
}
