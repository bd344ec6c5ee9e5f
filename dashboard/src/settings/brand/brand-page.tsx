import { Progress, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Brand, BrandState } from '../../api/brand.ts';
import { formatCount, formatNumber } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { Page } from '../../base/page.tsx';
import { MemberOnly, useRole } from '../../base/role.tsx';
import { EmptyState, Waiting } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Facts } from '../facts.tsx';
import { Section } from '../section.tsx';
import settings from '../settings.module.css';
import { BrandForm } from './brand-form.tsx';
import { SignificanceSection } from './significance-form.tsx';

export function BrandPage() {
  const role = useRole();
  const mode = useMode();
  const result = useRead('GET /:mode/brand/state', {
    refetchInterval: ({ state }) => (state.data?.reread ? 1000 : false),
  });
  const { data } = result;
  useFreshNumbers(data);
  return (
    <Page
      title="Brand"
      lead="Names and domains we look for in answers. After a change, stored answers are re-analyzed."
    >
      <div className={settings.page}>
        <Waiting result={result} height={320} />
        {data?.reread && <Rereading reread={data.reread} />}
        {data?.brand &&
          (role === 'viewer' ? <BrandFacts brand={data.brand} /> : <BrandForm key={mode} brand={data.brand} />)}
        {data && !data.brand && <NoBrand />}
        {data?.brand && <SignificanceSection />}
      </div>
    </Page>
  );
}

function BrandFacts({ brand: { name, aliases, domains } }: { brand: Brand }) {
  return (
    <Section title="Names and domains">
      <Facts
        of={[
          ['Brand', <bdi key="name">{name}</bdi>],
          ['Other names', <bdi key="aliases">{aliases.map(({ text }) => text).join(', ') || 'None'}</bdi>],
          ['Domains', <bdi key="domains">{domains.join(', ') || 'None'}</bdi>],
        ]}
      />
    </Section>
  );
}

function Rereading({
  reread: { keywords_done: done, keywords_total: total },
}: {
  reread: NonNullable<BrandState['reread']>;
}) {
  return (
    <Section title="Re-analyzing answers">
      <Progress value={(100 * done) / Math.max(1, total)} aria-label="Progress" />
      <Text size="sm" c="dimmed" role="status" className="numeric">
        {formatNumber(done)} of {formatCount(total, 'keyword')} done. Scores update as we go. You can leave this page.
      </Text>
    </Section>
  );
}

function NoBrand() {
  return (
    <EmptyState title="No brand yet">
      <Text c="dimmed">Set up your brand to start tracking.</Text>
      <MemberOnly>
        <Link to="/start">Set up your workspace</Link>
      </MemberOnly>
    </EmptyState>
  );
}

/** Reloads all data when the re-analysis ends. */
function useFreshNumbers(state: BrandState | undefined): void {
  const mode = useMode();
  const client = useQueryClient();
  const wasRunning = useRef(false);
  const isRunning = Boolean(state?.reread);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: [mode] });
    wasRunning.current = isRunning;
  }, [isRunning, client, mode]);
}
