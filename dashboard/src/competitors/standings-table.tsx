import { Badge, Button, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteCompetitor, OWN_BRAND, refreshMarket, type Standing } from '../api/competitors.ts';
import { ConfirmButton } from '../base/confirm-button.tsx';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import { useRole } from '../base/role.tsx';
import { ScoreRange } from '../base/score-range.tsx';
import { Trend } from '../base/trend.tsx';
import { colorBrands } from './brand-colors.ts';
import { CompetitorDialog } from './competitor-dialog.tsx';
import classes from './competitors.module.css';

/** The own brand and every competitor with what is measured of them. */
export function StandingsTable({ standings }: { standings: Standing[] }) {
  const role = useRole();
  const [edited, setEdited] = useState<Standing>();
  const colors = colorBrands(standings.map(({ competitor_id }) => competitor_id));
  const columns: Column<Standing>[] = [
    {
      title: 'Brand',
      isHeading: true,
      show: (one) => <BrandName standing={one} color={colors.get(one.competitor_id) ?? 'gray'} />,
    },
    { title: 'Visibility', show: (one) => <Score standing={one} /> },
    { title: 'Share of voice', isNumber: true, show: (one) => <Voice standing={one} /> },
    { title: 'Mentions', isNumber: true, show: ({ mentions }) => formatNumber(mentions) },
    { title: 'Citations', isNumber: true, show: ({ citations }) => formatNumber(citations) },
    { title: 'By platform', show: ({ platforms }) => <Platforms platforms={platforms} /> },
    { title: 'Trend', isNumber: true, show: ({ trend }) => <Trend value={trend} /> },
    {
      title: 'Actions',
      show: (one) =>
        one.competitor_id === OWN_BRAND ? undefined : <Actions standing={one} onEdit={() => setEdited(one)} />,
    },
  ];
  return (
    <section className={classes.plain}>
      <Title order={2} size="h3">
        Standings
      </Title>
      <DataTable
        label="Brands and their visibility"
        rows={standings}
        columns={role === 'viewer' ? columns.slice(0, -1) : columns}
        rowKey={({ competitor_id }) => competitor_id}
      />
      {edited && <CompetitorDialog competitor={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

function BrandName({ standing: { competitor_id, name, domain }, color }: { standing: Standing; color: string }) {
  return (
    <span className={classes.brand}>
      <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
      <span>
        <bdi>{name}</bdi>{' '}
        {competitor_id === OWN_BRAND && (
          <Badge size="sm" variant="light">
            You
          </Badge>
        )}
        {domain && <span className={classes.domain}>{domain}</span>}
      </span>
    </span>
  );
}

function Score({ standing }: { standing: Standing }) {
  const { visibility_score: score, interval, sample_size } = standing;
  if (sample_size === 0) return <span className={classes.dimmed}>Not measured yet</span>;
  const [low, high] = interval;
  return (
    <span className={classes.score} title={`95 % interval ${low}–${high}, from ${formatNumber(sample_size)} answers`}>
      <strong className="numeric">{score}</strong>
      <ScoreRange score={score} interval={interval} />
      <span className={classes.small}>
        {low}–{high}, n = {formatNumber(sample_size)}
      </span>
    </span>
  );
}

function Voice({ standing: { share_of_voice: share, share_of_voice_interval: interval } }: { standing: Standing }) {
  if (share === null) return '–';
  return (
    <span title={interval ? `95 % interval ${interval[0]}–${interval[1]} %` : undefined}>
      {share}%
      {interval && (
        <span className={classes.small}>
          {' '}
          ({interval[0]}–{interval[1]})
        </span>
      )}
    </span>
  );
}

function Platforms({ platforms }: { platforms: Record<string, number> }) {
  return (
    <ul className={classes.platforms}>
      {Object.entries(platforms).map(([id, score]) => (
        <li key={id}>
          <span className={classes.dot} style={{ background: platformLook(id).color }} aria-hidden="true" />
          {platformLook(id).name} <strong className="numeric">{score}</strong>
        </li>
      ))}
    </ul>
  );
}

function Actions({ standing: { competitor_id, name }, onEdit }: { standing: Standing; onEdit: () => void }) {
  const mode = useMode();
  const client = useQueryClient();
  const remove = async () => {
    await deleteCompetitor(mode, competitor_id);
    await refreshMarket(client, mode);
  };
  return (
    <span className={classes.actions}>
      <Button variant="default" size="xs" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <ConfirmButton
        label="Delete"
        fullLabel={`Delete ${name}`}
        title={`Stop tracking ${name}?`}
        action={`Stop tracking ${name}`}
        run={remove}
      >
        Its scores and its part of the share of voice go away, and stored answers are read again without it. The answers
        themselves stay: add it again and its past is back.
      </ConfirmButton>
    </span>
  );
}
