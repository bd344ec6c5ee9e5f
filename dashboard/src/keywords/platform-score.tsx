import { VisuallyHidden } from '@mantine/core';
import { own } from '../../../server/src/base/own.ts';
import type { ScoredKeyword } from '../api/keywords.ts';
import { Scored } from '../base/scored.tsx';
import classes from './platform-score.module.css';

/** A keyword's score on a platform. The higher the score, the darker the background. */
export function PlatformScore({ record, platform }: { record: ScoredKeyword | null; platform: string }) {
  const score = own(record?.platforms, platform);
  if (score === undefined) {
    return (
      <span className={classes.none}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>No answers yet</VisuallyHidden>
      </span>
    );
  }
  const answers = own(record?.platform_evidence, platform)?.sample_size ?? record?.sample_size ?? 0;
  return (
    <Scored answers={answers} planned={own(record?.planned, platform)}>
      <span
        className={`${classes.score} numeric`}
        style={{ background: `color-mix(in srgb, var(--accent) ${Math.round(score * 0.3)}%, transparent)` }}
      >
        {score}
      </span>
    </Scored>
  );
}
