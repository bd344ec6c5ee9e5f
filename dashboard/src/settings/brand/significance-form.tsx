import { Button, NumberInput, Text } from '@mantine/core';
import type { AnswerTo } from '@visibility/server/contract';
import { request } from '../../api/request.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { MemberOnly } from '../../base/role.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import classes from '../platforms/platforms.module.css';
import { Section } from '../section.tsx';

type Significance = AnswerTo<'GET /:mode/significance'>;

/** What counts as a significant change. */
export function SignificanceSection() {
  const mode = useMode();
  const result = useRead('GET /:mode/significance', {});
  const { data } = result;
  return (
    <Section title="Significant changes">
      <Text size="sm" c="dimmed" className="numeric">
        A change is reported if it is at least {data?.min_points ?? 10} points and less likely by chance than the level,{' '}
        {data?.level ?? 0.007}. Applies from the next weekly check.
      </Text>
      <Waiting result={result} height={120} />
      {data && <SignificanceForm key={mode} significance={data} />}
    </Section>
  );
}

function SignificanceForm({ significance }: { significance: Significance }) {
  const mode = useMode();
  const form = useServerForm({
    initialValues: significance,
    save: ({ min_points, level }) =>
      request('PATCH /:mode/significance', {
        params: { mode },
        body: { min_points: Number(min_points), level: Number(level) },
      }),
    onSaved: () => void form.resetDirty(),
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
