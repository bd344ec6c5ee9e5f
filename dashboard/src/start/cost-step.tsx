import { Button, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { KeyCheck } from '../api/platforms.ts';
import { FormMessage } from '../base/form-message.tsx';
import { formatCount } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { useRead } from '../base/use-read.ts';
import { Amount } from '../settings/platforms/budget-form.tsx';
import { CheckResult } from '../settings/platforms/check-result.tsx';
import { CostTable } from '../settings/platforms/cost-table.tsx';
import { KeyDialog } from '../settings/platforms/key-dialog.tsx';
import { keywordsOf, usedCompetitors } from './draft.ts';
import { Forecast, PromptPreview } from './forecast.tsx';
import classes from './start.module.css';
import type { StepProps } from './step.ts';

/** The estimated cost and the spending limits. Nothing has run yet. */
export function CostStep({ form }: StepProps) {
  const draft = form.values;
  const count = keywordsOf(draft).length;
  const { data, error } = useRead('GET /:mode/estimate', { query: { keywords: count } });
  return (
    <div className={classes.fields}>
      <Text>
        <b>
          <bdi>{draft.brand.name}</bdi>
        </b>
        , {formatCount(usedCompetitors(draft).length, 'competitor')}, {formatCount(count, 'keyword')}. Each keyword has
        5 prompts. Each prompt runs 8 times a week on every platform with an API key.
      </Text>
      <PromptPreview draft={draft} />
      {error && <FormMessage error={error} />}
      {!data && !error && <Skeleton height={200} radius={12} role="status" aria-label="Loading" />}
      {data && <CostTable platforms={data.platforms} />}
      {data && <Forecast estimate={data} />}
      {data && <Keys missing={withoutKey(data.platforms)} />}
      <div className={classes.pair}>
        <Amount label="Daily limit (USD)" {...form.getInputProps('budget.daily_cap_usd')} />
        <Amount label="Monthly limit (USD)" {...form.getInputProps('budget.monthly_cap_usd')} />
      </div>
      <Text size="sm" c="dimmed">
        When a limit is reached, prompts wait until the next day (UTC). You can change limits and keys later under
        Platforms.
      </Text>
    </div>
  );
}

/** Excludes `openai_compatible`, because its base URL is set on the server and not here. */
function withoutKey(platforms: { platform: string; key: string }[]): string[] {
  return platforms.flatMap(({ platform, key }) => (key === 'none' && platform !== 'openai_compatible' ? platform : []));
}

function Keys({ missing }: { missing: string[] }) {
  const [platform, setPlatform] = useState<string>();
  const [checked, setChecked] = useState<{ name: string; check: KeyCheck }>();
  if (missing.length === 0 && !checked && !platform) return null;
  return (
    <div className={classes.file}>
      {missing.length > 0 && <Text size="sm">Prompts run only on platforms with an API key. Add a key:</Text>}
      {missing.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant="default"
          aria-label={`Add API key for ${platformLook(one).name}`}
          onClick={() => setPlatform(one)}
        >
          {platformLook(one).name}
        </Button>
      ))}
      {platform && (
        <KeyDialog
          platform={platform}
          name={platformLook(platform).name}
          onClose={() => setPlatform(undefined)}
          onSaved={(check) => {
            setChecked({ name: platformLook(platform).name, check });
          }}
        />
      )}
      <output>
        {checked && (
          <>
            <b>{checked.name}:</b> <CheckResult {...checked} />
          </>
        )}
      </output>
    </div>
  );
}
