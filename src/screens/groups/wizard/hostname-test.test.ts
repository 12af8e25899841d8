import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { askRunner, type RunnerAnswer } from '#shell/groups/nearby-runner.ts';
import { type HostnameTest, testHostname } from './hostname-test.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = new Promise<never>(() => {});
const named: RunnerAnswer = { name: 'named', hostname: 'PC-1' };

/** What each runner answers, by its address. */
function run(
  answers: Record<string, RunnerAnswer | Promise<RunnerAnswer>>,
  delivery: unknown = NEVER,
  isConnected = true,
) {
  let outcome: HostnameTest | undefined;
  void testHostname({
    eachRunner: async (found) => {
      for (const url of Object.keys(answers)) found(url);
      return (await delivery) as string;
    },
    ask: async (url) => answers[url] ?? { name: 'unreachable' },
    isConnected: () => isConnected,
  }).then((result) => {
    outcome = result;
  });
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return outcome;
  };
}

test('a name counts at once', async () => {
  expect(await run({ a: named })(0)).toEqual(named);
});

test('of several runners the one with a name counts, also a moment later', async () => {
  const late = new Promise<RunnerAnswer>((resolve) => setTimeout(() => resolve(named), 1_500));
  const at = run({ a: { name: 'unreachable' }, b: late });
  expect(await at(1_000)).toBeUndefined();
  expect(await at(600)).toEqual(named);
});

test.each<RunnerAnswer>([{ name: 'refused', status: 503 }, { name: 'nameless' }, { name: 'unreachable' }])(
  'another answer counts when no better one comes: %j',
  async (answer) => {
    const at = run({ a: answer });
    expect(await at(1_999)).toBeUndefined();
    expect(await at(1)).toEqual(answer.name === 'unreachable' ? { ...answer, url: 'a' } : answer);
  },
);

test.each([
  ['no runner answers', {}, NEVER],
  ['the runner is silent', { a: NEVER }, NEVER],
  ['the question has reached nobody', {}, 'sent'],
])('where %s it ends after ten seconds', async (_, answers, delivery) => {
  const at = run(answers, delivery);
  expect(await at(9_999)).toBeUndefined();
  expect(await at(1)).toEqual({ name: 'timeout' });
});

test('where there is no connection the silence is not the runner’s', async () => {
  expect(await run({}, NEVER, false)(10_000)).toEqual({ name: 'no-connection' });
});

test.each(['expired', 'refused'])('where the question was %s there was no connection', async (delivery) => {
  expect(await run({}, delivery)(0)).toEqual({ name: 'no-connection' });
  const broken = Promise.reject(new AppError('broker-silent', 'away'));
  expect(await run({}, broken)(0)).toEqual({ name: 'no-connection' });
});

test.each<[string, () => Promise<Response>, RunnerAnswer]>([
  ['a name', async () => new Response(' PC-1\n'), named],
  ['nothing', async () => new Response(''), { name: 'nameless' }],
  ['too much', async () => new Response('x'.repeat(256)), { name: 'nameless' }],
  ['a wrong status', async () => new Response('', { status: 418 }), { name: 'refused', status: 418 }],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), { name: 'unreachable' }],
])('a runner that answers with %s', async (_, fetch, answer) => {
  expect(await askRunner(fetch, 'https://runner.example')).toEqual(answer);
});
