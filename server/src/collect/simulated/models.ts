/** One platform gets a new model every quarter, in this order, so that each of them has one change a year. */
const UPDATED_IN_TURN = ['gemini', 'chatgpt', 'claude', 'perplexity'];
/** Within the seeded history of a sandbox, so that every sandbox shows a marker. */
const FIRST_UPDATE_DAY = 63;
const QUARTER_DAYS = 91;

/** The model that answers on a day. A new one has other favorites, and its shares differ by up to 20 points. */
export function servedModel({ platform, day }: { platform: string; day: number }): string {
  return `${requestedModel(platform)}-${generation(platform, day)}`;
}

export function requestedModel(platform: string): string {
  return `simulated-${platform}`;
}

function generation(platform: string, day: number): number {
  const turn = UPDATED_IN_TURN.indexOf(platform);
  if (turn < 0) return 1;
  const firstUpdate = FIRST_UPDATE_DAY + turn * QUARTER_DAYS;
  return day < firstUpdate ? 1 : 2 + Math.floor((day - firstUpdate) / (UPDATED_IN_TURN.length * QUARTER_DAYS));
}
