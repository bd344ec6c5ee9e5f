import classes from './platform-name.module.css';
import { platformLook } from './platforms.ts';

export function PlatformName({ platform }: { platform: string }) {
  const { name, color } = platformLook(platform);
  return (
    <span className={classes.platform}>
      <span className={classes.dot} style={{ background: color }} aria-hidden="true" />
      {name}
    </span>
  );
}
