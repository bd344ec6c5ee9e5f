import { Text } from '@mantine/core';
import type { VisibilityDetail } from '@visibility/sdk';
import { listPlatforms, platformLook } from '../base/platforms.ts';
import classes from './platform-cards.module.css';
import { Sparkline } from './sparkline.tsx';

export function PlatformCards({ keyword }: { keyword: VisibilityDetail }) {
  return (
    <ul className={classes.cards} aria-label="Score by platform">
      {listPlatforms([keyword, ...keyword.history]).map((platform) => (
        <PlatformCard key={platform} platform={platform} keyword={keyword} />
      ))}
    </ul>
  );
}

function PlatformCard({ platform, keyword }: { platform: string; keyword: VisibilityDetail }) {
  const { name, color } = platformLook(platform);
  const score = keyword.platforms[platform];
  return (
    <li className={`card ${classes.card}`}>
      <span className={classes.name}>
        <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
        {name}
      </span>
      {score === undefined ? <Text c="dimmed">No answer lately</Text> : <p className={classes.score}>{score}</p>}
      <Sparkline values={keyword.history.map((point) => point.platforms[platform])} color={color} />
    </li>
  );
}
