import classes from './platform-name.module.css';
import { listPlatforms, platformLook } from './platforms.ts';

export function PlatformName({ platform }: { platform: string }) {
  const { name, color } = platformLook(platform);
  return (
    <span className={classes.platform}>
      <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
      {name}
    </span>
  );
}

/** How many platforms, with their names on hover. */
export function PlatformCount({ of: { platforms } }: { of: { platforms: Record<string, number> } }) {
  const names = listPlatforms([{ platforms }]).map((platform) => platformLook(platform).name);
  return <span title={names.join(', ')}>{names.length}</span>;
}
