import { ActionIcon, Badge, Menu, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { own } from '../../../server/src/base/own.ts';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { TrackedBrand } from '../api/competitors.ts';
import { OWN_BRAND } from '../api/competitors.ts';
import { request } from '../api/request.ts';
import { Change } from '../base/change.tsx';
import { ConfirmDialog } from '../base/confirm-button.tsx';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { platformLook } from '../base/platforms.ts';
import { useRole } from '../base/role.tsx';
import { ScoreRange } from '../base/score-range.tsx';
import { Scored } from '../base/scored.tsx';
import { colorBrands } from './brand-colors.ts';
import { CompetitorDialog } from './competitor-dialog.tsx';
import classes from './competitors.module.css';

/** Your brand and all competitors with their metrics. */
export function BrandTable({ brands, days }: { brands: TrackedBrand[]; days: number }) {
  const role = useRole();
  const [edited, setEdited] = useState<TrackedBrand>();
  const colors = colorBrands(brands.map(({ competitor_id }) => competitor_id));
  const columns: Column<TrackedBrand>[] = [
    {
      title: 'Brand',
      isHeading: true,
      show: (one) => <BrandName brand={one} color={colors.get(one.competitor_id) ?? 'gray'} />,
    },
    { title: 'Visibility', show: (one) => <Score brand={one} /> },
    { title: 'Share of voice', isNumber: true, show: (one) => <Voice brand={one} /> },
    { title: 'Mentions', isNumber: true, show: ({ mentions }) => formatNumber(mentions) },
    { title: 'Citations', isNumber: true, show: ({ citations }) => formatNumber(citations) },
    { title: 'By platform', show: (one) => <Platforms brand={one} /> },
    { title: 'Change', isNumber: true, show: (one) => <BrandChange brand={one} /> },
    {
      title: 'Actions',
      show: (one) =>
        one.competitor_id === OWN_BRAND ? undefined : <Actions brand={one} onEdit={() => setEdited(one)} />,
    },
  ];
  return (
    <section className={classes.plain}>
      <Title order={2} size="h3">
        All brands
      </Title>
      <Text size="sm" c="dimmed">
        Scores, shares and counts of the last {days} days, compared with the {days} days before.
      </Text>
      <DataTable
        label="Brands and their visibility"
        rows={brands}
        columns={role === 'viewer' ? columns.slice(0, -1) : columns}
        rowKey={({ competitor_id }) => competitor_id}
      />
      {edited && <CompetitorDialog competitor={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

function BrandName({ brand: { competitor_id, name, domain }, color }: { brand: TrackedBrand; color: string }) {
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

function Score({ brand }: { brand: TrackedBrand }) {
  const { visibility_score: score, interval, sample_size } = brand;
  if (sample_size === 0) return <span className={classes.dimmed}>No answers yet</span>;
  const [low, high] = interval;
  return (
    <Scored answers={sample_size} planned={brand.planned}>
      <span className={classes.score} title={`95% interval: ${low}–${high} · ${formatCount(sample_size, 'answer')}`}>
        <strong className="numeric">{score}</strong>
        <ScoreRange score={score} interval={interval} />
        <span className={classes.small}>
          {low}–{high}, n = {formatNumber(sample_size)}
        </span>
      </span>
    </Scored>
  );
}

/** All keywords together are not tested: only series of one keyword and platform are. */
function BrandChange({ brand: { visibility_score: score, previous_score: previous } }: { brand: TrackedBrand }) {
  if (previous === null) return <Change change={null} hint="Too few answers to compare" />;
  const hint = `vs. ${previous} in the same number of days before. Not tested.`;
  return <Change change={{ points: score - previous, significant: null }} hint={hint} />;
}

function Voice({ brand }: { brand: TrackedBrand }) {
  const { share_of_voice: share, share_of_voice_interval: interval } = brand;
  if (share === null || brand.sample_size < LEAST_ANSWERS) return '–';
  return (
    <span title={interval ? `95% interval: ${interval[0]}–${interval[1]}%` : undefined}>
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

function Platforms({ brand: { platforms, platform_samples: samples } }: { brand: TrackedBrand }) {
  const shown = Object.entries(platforms).filter(([id]) => (own(samples, id) ?? 0) >= LEAST_ANSWERS);
  return (
    <ul className={classes.platforms}>
      {shown.map(([id, score]) => (
        <li key={id}>
          <span className={classes.dot} style={{ background: platformLook(id).color }} aria-hidden="true" />
          {platformLook(id).name} <strong className="numeric">{score}</strong>
        </li>
      ))}
    </ul>
  );
}

function Actions({ brand: { competitor_id, name }, onEdit }: { brand: TrackedBrand; onEdit: () => void }) {
  const mode = useMode();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${name}`}>
            ⋯
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>Edit {name}</Menu.Item>
          <Menu.Item onClick={() => setDeleting(true)}>Delete {name}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action={`Delete ${name}`}
          run={() => request('DELETE /:mode/competitors/:competitor_id', { params: { mode, competitor_id } })}
          onClose={() => setDeleting(false)}
        >
          This deletes its scores, and the share of voice is recalculated without it. Stored answers are kept: if you
          add it again, its history is restored.
        </ConfirmDialog>
      )}
    </>
  );
}
