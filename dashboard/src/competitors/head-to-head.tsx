import { Button, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pointsText } from '../../../server/src/base/score-text.ts';
import type { TrackedBrand } from '../api/competitors.ts';
import { type Duel, headToHeadQuery, type MarketFilter, type SideScore } from '../api/competitors.ts';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Scored } from '../base/scored.tsx';
import { ErrorState } from '../base/states.tsx';
import { useView } from '../base/view.ts';
import classes from './competitors.module.css';
import type { CompetitorsView } from './competitors-view.ts';

const FEW = 15;

/** Compares your brand with one competitor by keyword. */
export function HeadToHeadSection({ competitors, filter }: { competitors: TrackedBrand[]; filter: MarketFilter }) {
  const { view, change } = useView<CompetitorsView>();
  const rival = competitors.find(({ competitor_id }) => competitor_id === view.rival) ?? competitors[0];
  if (!rival) return null;
  return (
    <section className={classes.plain}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          Head to head
        </Title>
        <NativeSelect
          aria-label="Competitor to compare with"
          value={rival.competitor_id}
          onChange={({ currentTarget }) => change({ rival: currentTarget.value })}
          data={competitors.map(({ competitor_id, name }) => ({ label: `You vs. ${name}`, value: competitor_id }))}
        />
      </div>
      <Duels key={rival.competitor_id} competitorId={rival.competitor_id} filter={filter} />
    </section>
  );
}

function Duels({ competitorId, filter }: { competitorId: string; filter: MarketFilter }) {
  const [isAll, setAll] = useState(false);
  const { data, error, refetch } = useQuery(headToHeadQuery(useMode(), competitorId, filter));
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <Skeleton height={280} radius={12} role="status" aria-label="Loading" />;
  const { name, duels, keywords_examined, keywords_total } = data;
  const count = (who: Duel['ahead']) => duels.filter(({ ahead }) => ahead === who).length;
  const columns: Column<Duel>[] = [
    {
      title: 'Keyword',
      isHeading: true,
      show: ({ keyword_id, keyword }) => (
        <Link to="/keywords/$keywordId" params={{ keywordId: keyword_id }}>
          <bdi>{keyword}</bdi>
        </Link>
      ),
    },
    { title: 'Your score', isNumber: true, show: ({ own }) => <Side score={own} /> },
    { title: `${name}’s score`, isNumber: true, show: ({ rival }) => <Side score={rival} /> },
    { title: 'Gap', isNumber: true, show: ({ gap }) => <span className="numeric">{pointsText(gap)}</span> },
    { title: 'Ahead', show: ({ ahead }) => <Leader ahead={ahead} name={name} /> },
  ];
  return (
    <>
      <Text>
        You lead on {formatCount(count('own'), 'keyword')}, {name} on {formatNumber(count('rival'))};{' '}
        {formatNumber(count('even'))} {count('even') === 1 ? 'is' : 'are'} too close to call.
        {keywords_examined < keywords_total &&
          ` Compared so far: ${formatNumber(keywords_examined)} of ${formatNumber(keywords_total)} keywords.`}
      </Text>
      <DataTable
        label={`Your scores vs. ${name}`}
        rows={isAll ? duels : duels.slice(0, FEW)}
        columns={columns}
        rowKey={({ keyword_id }) => keyword_id}
      />
      {!isAll && duels.length > FEW && (
        <Button variant="default" className={classes.more} onClick={() => setAll(true)}>
          Show all {formatNumber(duels.length)} keywords
        </Button>
      )}
      <Text size="sm" c="dimmed">
        Sorted by {name}’s lead. “Too close to call” means that the 95% interval of the difference contains 0, or that
        there are fewer than 20 answers. The test treats the two scores as independent, although they come from the same
        answers.
      </Text>
    </>
  );
}

function Side({ score: { visibility_score, interval, sample_size } }: { score: SideScore }) {
  const [low, high] = interval;
  return (
    <Scored answers={sample_size}>
      <span title={`95% interval: ${low}–${high} · ${formatCount(sample_size, 'answer')}`}>
        <strong className="numeric">{visibility_score}</strong>{' '}
        <span className={classes.small}>
          ({low}–{high}, n = {formatNumber(sample_size)})
        </span>
      </span>
    </Scored>
  );
}

function Leader({ ahead, name }: { ahead: Duel['ahead']; name: string }) {
  if (ahead === 'own') return <span className={classes.good}>You</span>;
  if (ahead === 'rival') return <bdi className={classes.bad}>{name}</bdi>;
  return <span className={classes.dimmed}>Too close to call</span>;
}
