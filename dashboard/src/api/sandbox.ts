import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import { CHANGES_NOTHING } from './query-client.ts';
import { request } from './request.ts';
import { atTime, SESSION_KEY, type Session } from './session.ts';

export interface Advance {
  days: number;
  onDay: (day: number) => void;
}

export const ADVANCE_KEY = ['sandbox', 'advance'];

/** One request per day, so that progress is accurate and the numbers on the page update meanwhile. */
export function useAdvance() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ADVANCE_KEY,
    meta: CHANGES_NOTHING,
    mutationFn: async ({ days, onDay }: Advance) => {
      const total = { days, questions: 0, events: 0 };
      for (let day = 1; day <= days; day++) {
        const advanced = await advanceDay(client);
        total.questions += advanced.questions_asked;
        total.events += advanced.events;
        onDay(day);
      }
      return total;
    },
  });
}

async function advanceDay(client: QueryClient): Promise<AnswerTo<'POST /:mode/sandbox/advance'>> {
  const advanced = await request('POST /:mode/sandbox/advance', {
    params: { mode: 'test' },
    body: { seconds: 86_400 },
  });
  client.setQueryData<Session>(
    SESSION_KEY,
    (session) => session && { ...session, sandbox: atTime({ ...session.sandbox, now: advanced.now }) },
  );
  await client.invalidateQueries({ queryKey: ['test'] });
  return advanced;
}
