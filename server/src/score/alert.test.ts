import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertLook, type AlertState, type AlertTest, isConfirmed, SCORE_CONDITIONS, stepAlert } from './alert.ts';
import { platformScore } from './visibility.ts';

/** The score of this many answers out of a hundred, or of another number with the same share. */
function scoreOf(points: number, n = 100) {
  const score = platformScore([{ promptId: 'p', n, k: Math.round((points * n) / 100) }]);
  if (!score) throw new Error('no answers');
  return score;
}

/** One check per day. The previous week of a day ended seven days earlier. */
function looksAt(points: number[], { n = 100, lag = 7 } = {}): AlertLook[] {
  return points.map((value, day) => ({
    day: `2026-01-${String(day + 1).padStart(2, '0')}`,
    current: scoreOf(value, n),
    earlier: day >= lag ? scoreOf(points[day - lag] ?? 0, n) : undefined,
  }));
}

/** The checks in which the rule fires. */
function firings(rule: AlertTest, looks: AlertLook[]): number[] {
  let state: AlertState | undefined;
  return looks.flatMap((look, index) => {
    const step = stepAlert(rule, state, look);
    state = step?.state ?? state;
    return step?.fires ? [index] : [];
  });
}

const rule = (condition: AlertTest['condition'], threshold: number, onlySignificant = false): AlertTest => ({
  condition,
  threshold,
  onlySignificant,
});

test.each<[string, AlertTest, number[], number[]]>([
  ['below fires on crossing, not while the value stays there', rule('below', 40), [45, 39, 30, 38, 39], [1]],
  ['the threshold itself is not below it', rule('below', 40), [45, 40, 40], []],
  ['one point back does not re-arm', rule('below', 40), [45, 39, 41, 39, 41, 39], [1]],
  ['two points back do', rule('below', 40), [45, 39, 42, 39], [1, 3]],
  ['above works the same in the other direction', rule('above', 60), [50, 61, 59, 61, 58, 61, 60], [1, 5]],
  ['a value that is already past the threshold at the first check does not fire', rule('below', 40), [30, 31, 29], []],
  ['but it does after it came back', rule('below', 40), [30, 42, 39], [2]],
  ['below 99 re-arms at 100, since there is no 101', rule('below', 99), [100, 98, 99, 98, 100, 98], [1, 5]],
  ['above 1 re-arms at 0', rule('above', 1), [0, 2, 1, 2, 0, 2], [1, 5]],
  ['never below 0 and never above 100', rule('below', 0), [50, 0, 50, 0], []],
])('%s', (_sentence, alert, points, expected) => {
  expect(firings(alert, looksAt(points))).toEqual(expected);
});

test.each([
  ['exactly the threshold is a drop by it', 10, [50, 41, 40, 39], [2]],
  ['a drop that is one point smaller does not re-arm', 10, [50, 40, 41, 40], [1]],
  ['two points smaller does', 10, [50, 40, 42, 40], [1, 3]],
  ['a drop by one point re-arms without a drop', 1, [50, 49, 50, 49], [1, 3]],
])('drops and rises, against a week before at 50: %s', (_sentence, threshold, points, expected) => {
  const looks = points.map((value, day) => ({
    day: `2026-02-0${day + 1}`,
    current: scoreOf(value),
    earlier: scoreOf(50),
  }));
  expect(firings(rule('drops_by', threshold), looks)).toEqual(expected);
  const mirrored = looks.map((look) => ({ ...look, current: look.earlier, earlier: look.current }));
  expect(firings(rule('rises_by', threshold), mirrored)).toEqual(expected);
});

test('without a previous week there is no drop, and the state is unchanged', () => {
  const look = looksAt([50, 20])[1] as AlertLook;
  expect(stepAlert(rule('drops_by', 10), undefined, look)).toBeUndefined();
});

test('a rule fires at most once a day, even if the value crosses more often', () => {
  const looks = looksAt([45, 39, 42, 39, 42, 39]).map((look) => ({ ...look, day: '2026-03-01' }));
  expect(firings(rule('below', 40), looks)).toEqual([1]);
});

test('only when significant: 38 of a hundred answers may well be 40, 25 are not', () => {
  expect(firings(rule('below', 40, true), looksAt([45, 38, 36, 25, 24, 45, 25]))).toEqual([3, 6]);
  expect(isConfirmed(rule('below', 40), looksAt([30], { n: 40 })[0] as AlertLook)).toBe(false);
  expect(isConfirmed(rule('below', 40), looksAt([30], { n: 400 })[0] as AlertLook)).toBe(true);
  expect(isConfirmed(rule('above', 40), looksAt([50], { n: 40 })[0] as AlertLook)).toBe(false);
  expect(isConfirmed(rule('above', 40), looksAt([50], { n: 400 })[0] as AlertLook)).toBe(true);
});

test('only when significant: a fall from 60 to 38 is, whether or not it ends below 40; from 45 it may be noise', () => {
  const look = (before: number, now: number) => looksAt([before, now], { lag: 1 })[1] as AlertLook;
  expect(isConfirmed(rule('below', 40), look(60, 38))).toBe(true);
  expect(isConfirmed(rule('below', 40), look(45, 38))).toBe(false);
  expect(isConfirmed(rule('above', 60), look(40, 62))).toBe(true);
  expect(isConfirmed(rule('above', 60), look(55, 62))).toBe(false);
  expect(isConfirmed(rule('above', 60), look(90, 62))).toBe(false);
});

test('only when significant: a drop from 50 to 40 shows in 400 answers a week and not in 40', () => {
  const looks = (n: number) => looksAt([50, 40], { n, lag: 1 });
  const drop = rule('drops_by', 10, true);
  expect(isConfirmed(drop, looks(40)[1] as AlertLook)).toBe(false);
  expect(isConfirmed(drop, looks(400)[1] as AlertLook)).toBe(true);
  // A drop does not confirm a rise.
  expect(isConfirmed(rule('rises_by', 10), looks(400)[1] as AlertLook)).toBe(false);
});

const anyRule = fc.record({
  condition: fc.constantFrom(...SCORE_CONDITIONS),
  threshold: fc.integer({ min: 1, max: 99 }),
  onlySignificant: fc.boolean(),
});
const anySeries = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 28 });

test('a constant series never fires', () => {
  fc.assert(
    fc.property(anyRule, fc.integer({ min: 0, max: 100 }), (alert, value) => {
      expect(firings(alert, looksAt(Array.from({ length: 28 }, () => value)))).toEqual([]);
    }),
  );
});

test('between two firings the value came back by two points, or as far as possible', () => {
  fc.assert(
    fc.property(anyRule, anySeries, (alert, points) => {
      const looks = looksAt(points);
      const fired = firings(alert, looks);
      for (const [place, index] of fired.entries()) {
        const since = looks.slice(fired[place - 1] ?? 0, index);
        expect(place === 0 || since.some((look) => isBack(alert, look))).toBe(true);
        expect(isPast(alert, looks[index] as AlertLook)).toBe(true);
        if (alert.onlySignificant) expect(isConfirmed(alert, looks[index] as AlertLook)).toBe(true);
      }
    }),
  );
});

test('a higher score never triggers `below` where a lower one does not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 100 }), (threshold, value) => {
      const [start, low, high] = looksAt([100, value, Math.min(100, value + 1)]) as [AlertLook, AlertLook, AlertLook];
      const state = stepAlert(rule('below', threshold), undefined, start)?.state;
      const fires = (look: AlertLook) => stepAlert(rule('below', threshold), state, look)?.fires ?? false;
      expect(fires(high) && !fires(low)).toBe(false);
    }),
  );
});

test('splitting a series in two changes nothing: the state contains all that counts', () => {
  fc.assert(
    fc.property(anyRule, anySeries, fc.nat(27), (alert, points, cut) => {
      const looks = looksAt(points);
      let state: AlertState | undefined;
      const fired: number[] = [];
      for (const [index, look] of looks.entries()) {
        // As if it had been stored and loaded.
        if (index === cut && state) state = JSON.parse(JSON.stringify(state));
        const step = stepAlert(alert, state, look);
        state = step?.state ?? state;
        if (step?.fires) fired.push(index);
      }
      expect(fired).toEqual(firings(alert, looks));
    }),
  );
});

function isPast({ condition, threshold }: AlertTest, { current, earlier }: AlertLook): boolean {
  const change = current.score - (earlier?.score ?? current.score);
  if (condition === 'below') return current.score < threshold;
  if (condition === 'above') return current.score > threshold;
  return condition === 'drops_by' ? change <= -threshold : change >= threshold;
}

function isBack({ condition, threshold }: AlertTest, { current, earlier }: AlertLook): boolean {
  const change = current.score - (earlier?.score ?? current.score);
  if (condition === 'below') return current.score >= Math.min(100, threshold + 2);
  if (condition === 'above') return current.score <= Math.max(0, threshold - 2);
  const most = Math.max(0, threshold - 2);
  return condition === 'drops_by' ? -change <= most : change <= most;
}
