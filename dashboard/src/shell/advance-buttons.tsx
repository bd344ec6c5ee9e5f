import { Button, Progress } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import { ADVANCE_KEY, useAdvance } from '../api/sandbox.ts';
import { formatCount } from '../base/format.ts';
import { Icon } from '../base/icons.tsx';
import classes from './sandbox-banner.module.css';

/** Simulates the next days in the sandbox: runs the prompts, updates the scores and publishes events. */
export function AdvanceButtons() {
  const advance = useAdvance();
  const isAdvancing = useIsMutating({ mutationKey: ADVANCE_KEY }) > 0;
  const [day, setDay] = useState(0);

  function start(days: number) {
    setDay(0);
    advance.mutate({ days, onDay: setDay });
  }

  return (
    <div className={classes.advance}>
      <output className="numeric">{describe(advance)}</output>
      {advance.isPending && (
        <Progress
          className={classes.bar}
          value={(100 * (day + 0.5)) / advance.variables.days}
          color="iris"
          animated
          aria-label="Days simulated"
        />
      )}
      <Button.Group>
        {[1, 7].map((days) => (
          <Button
            key={days}
            size="xs"
            variant="default"
            leftSection={<Icon name="forward" size={12} />}
            // Not `disabled`, because a disabled button loses the keyboard focus.
            aria-disabled={isAdvancing}
            data-disabled={isAdvancing || undefined}
            onClick={() => !isAdvancing && start(days)}
          >
            <span className={classes.long}>Advance&nbsp;</span>
            {days === 1 ? '1 day' : '1 week'}
          </Button>
        ))}
      </Button.Group>
    </div>
  );
}

function describe({ isPending, error, data, variables }: ReturnType<typeof useAdvance>): string {
  if (isPending) return variables.days === 1 ? 'Simulating one day…' : 'Simulating one week…';
  if (error) return `Couldn’t advance: ${error.message}`;
  if (!data) return '';
  return `${formatCount(data.questions, 'prompt')} run, ${formatCount(data.events, 'event')}.`;
}
