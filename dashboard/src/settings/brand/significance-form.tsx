import { Button, NumberInput, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeSignificance, type Significance, significanceQuery } from '../../api/significance.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { MemberOnly } from '../../base/role.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { ErrorState } from '../../base/states.tsx';
import classes from '../platforms/platforms.module.css';
import { Section } from '../section.tsx';

/** What counts as a significant change. */
export function SignificanceSection() {
  const mode = useMode();
  const { data, error, refetch } = useQuery(significanceQuery(mode));
  return (
    <Section title="Significant changes">
      <Text size="sm" c="dimmed" className="numeric">
        A change is reported if it is at least {data?.min_points ?? 10} points and less likely by chance than the level,{' '}
        {data?.level ?? 0.007}. Applies from the next weekly check.
      </Text>
      {error && !data && <ErrorState error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={120} radius={12} role="status" aria-label="Loading" />}
      {data && <SignificanceForm key={mode} significance={data} />}
    </Section>
  );
}

function SignificanceForm({ significance }: { significance: Significance }) {
  const mode = useMode();
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: significance,
    save: ({ min_points, level }) => changeSignificance(mode, { min_points: Number(min_points), level: Number(level) }),
    onSaved: (next) => {
      form.resetDirty();
      client.setQueryData(significanceQuery(mode).queryKey, next);
    },
  });
  return (
    <MemberOnly>
      <form className={classes.form} onSubmit={form.submit}>
        <div className={classes.pair}>
          <NumberInput
            label="Minimum change (points)"
            min={1}
            max={100}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps('min_points')}
          />
          <NumberInput
            label="Level"
            description="Lower means fewer false alarms, and fewer changes found."
            min={0.0001}
            max={0.05}
            step={0.001}
            decimalScale={4}
            allowNegative={false}
            {...form.getInputProps('level')}
          />
        </div>
        <FormMessage error={form.failure} done={form.saved.isSuccess && !form.isDirty() ? 'Saved.' : undefined} />
        <Button type="submit" loading={form.saved.isPending} style={{ alignSelf: 'flex-start' }}>
          Save
        </Button>
      </form>
    </MemberOnly>
  );
}
