import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { estimateQuery } from '../../api/platforms.ts';
import { useMode } from '../../base/mode.ts';
import { Section } from '../section.tsx';
import { CostTable } from './cost-table.tsx';

/** What the keywords that are asked now cost. */
export function PlanCost() {
  const { data } = useQuery(estimateQuery(useMode(), 0));
  if (!data) return null;
  return (
    <Section title="What the plan costs">
      {data.prompts === 0 ? (
        <Text c="dimmed">No keyword is being asked, so nothing is spent.</Text>
      ) : (
        <CostTable platforms={data.platforms} />
      )}
    </Section>
  );
}
