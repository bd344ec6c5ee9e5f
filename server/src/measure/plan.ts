import { seededRandom } from '../base/random.ts';
import { daysBetween } from '../base/time.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import type { PanelPrompt } from '../store/keywords/keywords.ts';
import type { PlannedQuestion } from '../store/questions/questions.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** How often each prompt is asked in a window. With five prompts, that is 40 answers per platform. */
export const REPETITIONS = 8;
const DAY_MS = 86_400_000;
/**
 * Nothing is due in the first minutes of a day, so a sandbox that was advanced to midnight shows only complete days.
 */
const QUIET_MS = 600_000;

export interface Round {
  workspace: Workspace;
  day: string;
  panels: PanelPrompt[];
  platforms: string[];
  /** How often a prompt is asked per week. Default: the same for all. */
  repetitions?: (keywordId: string, platform: string) => number;
}

/** One day's part of the plan, spread over the day. The same round always has the same questions. */
export function questionsOf({
  workspace,
  day,
  panels,
  platforms,
  repetitions = () => REPETITIONS,
}: Round): PlannedQuestion[] {
  const dayOfWindow = daysBetween(workspace.firstDay, day) % WINDOW_DAYS;
  const midnight = Date.parse(day) - workspace.aheadMs;
  // Live workspaces with the same prompts ask at different times. Sandboxes with the same seed ask at the same times,
  // so that their latest answers are the same too.
  const spread = workspace.mode === 'live' ? workspace.workspaceId : '';
  return panels.flatMap(({ keywordId, promptId, place, text }) =>
    platforms.flatMap((platform) =>
      Array.from({ length: repetitionsOn(dayOfWindow, place, repetitions(keywordId, platform)) }, (_, repetition) => {
        const random = seededRandom(`${spread} ${text} ${platform} ${day} ${repetition}`);
        const dueAt = new Date(midnight + QUIET_MS + Math.floor(random() * (DAY_MS - QUIET_MS)));
        return { workspaceId: workspace.workspaceId, keywordId, promptId, platform, round: day, repetition, dueAt };
      }),
    ),
  );
}

/** Eight repetitions over seven days: one per day, and a second one on a day that differs between prompts. */
export function repetitionsOn(dayOfWindow: number, place: number, weekly = REPETITIONS): number {
  const asked = (days: number) => Math.floor((days * weekly + (place % WINDOW_DAYS)) / WINDOW_DAYS);
  return asked(dayOfWindow + 1) - asked(dayOfWindow);
}

/** How often a platform is asked in a window, for this many prompts. */
export function questionsPerWeek(prompts: number): number {
  return prompts * REPETITIONS;
}
