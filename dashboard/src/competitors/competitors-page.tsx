import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TrackedBrand } from '../api/competitors.ts';
import { OWN_BRAND } from '../api/competitors.ts';
import { Comparison } from '../base/comparison.tsx';
import { Filters, PlatformFilter, RangeFilter } from '../base/filters.tsx';
import { Page } from '../base/page.tsx';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState, Waiting } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { BrandTable } from './brand-table.tsx';
import { CandidateList } from './candidate-list.tsx';
import { CompetitorDialog } from './competitor-dialog.tsx';
import { CrossingList } from './crossing-list.tsx';
import { LeadMatrix } from './lead-matrix.tsx';
import { RereadNotice } from './reread-notice.tsx';
import { VoiceCard } from './voice-card.tsx';

const USUAL_DAYS = 30;

export function CompetitorsPage() {
  const [isAdding, setAdding] = useState(false);
  const { view } = useView();
  const { range } = usePeriod(USUAL_DAYS);
  const result = useRead('GET /:mode/tracked-brands', {
    query: { ...range, platform: view.platform },
  });
  const { data } = result;
  const hasBrand = data?.data.some(({ competitor_id }) => competitor_id === OWN_BRAND);
  return (
    <Page
      title="Competitors"
      lead="Who AI assistants mention alongside you, and how often."
      actions={
        hasBrand && (
          <MemberOnly>
            <Button onClick={() => setAdding(true)}>Add competitor</Button>
          </MemberOnly>
        )
      }
    >
      <RereadNotice />
      <Filters>
        <RangeFilter usual={USUAL_DAYS} />
        <PlatformFilter />
      </Filters>
      {hasBrand && <Comparison usual={USUAL_DAYS} by="brand" filter={{ platform: view.platform }} />}
      <Waiting result={result} height={420} />
      {data && (hasBrand ? <Market brands={data.data} /> : <NoBrand />)}
      {isAdding && <CompetitorDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Market({ brands }: { brands: TrackedBrand[] }) {
  const { view } = useView();
  const period = usePeriod(USUAL_DAYS);
  const filter = { ...period.length, platform: view.platform };
  const competitors = brands.filter(({ competitor_id }) => competitor_id !== OWN_BRAND);
  if (competitors.length === 0) {
    return (
      <>
        <EmptyState title="No competitors yet">
          <Text c="dimmed">
            Add a competitor, or track one of the suggestions below. We re-analyze stored answers, so you see its
            history immediately.
          </Text>
        </EmptyState>
        <CandidateList />
      </>
    );
  }
  return (
    <>
      <CrossingList key={`${period.since} ${period.until} ${view.platform}`} period={period} platform={view.platform} />
      <LeadMatrix key={view.platform} competitors={competitors} platform={view.platform} />
      <VoiceCard filter={filter} brands={brands} />
      <BrandTable brands={brands} days={filter.days} />
      <CandidateList />
    </>
  );
}

function NoBrand() {
  return (
    <EmptyState title="Set up your brand first">
      <Text c="dimmed">Competitors are compared with your brand.</Text>
      <MemberOnly>
        <Link to="/settings/brand">Set up your brand</Link>
      </MemberOnly>
    </EmptyState>
  );
}
