import { Text } from '@mantine/core';
import { useRead } from '../../base/use-read.ts';
import { Section } from '../section.tsx';
import { CostTable } from './cost-table.tsx';

/** The cost of the active keywords. */
export function PlanCost({ intervalPoints }: { intervalPoints: number | null }) {
  const { data } = useRead('GET /:mode/estimate', { query: { keywords: 0 } });
  if (!data) return null;
  return (
    <Section title="Estimated cost">
      {data.prompts === 0 ? (
        <Text c="dimmed">No active keywords, so the cost is $0.</Text>
      ) : (
        <CostTable platforms={data.platforms} />
      )}
      {intervalPoints !== null && (
        <Text size="sm" c="dimmed">
          Assumes 8 runs per prompt and week. With a target interval of {intervalPoints} points, prompts run 4 to 40
          times a week. The limits below always apply.
        </Text>
      )}
    </Section>
  );
}
