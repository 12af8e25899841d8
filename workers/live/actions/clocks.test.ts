/** The worker's clock never goes back; a tab's is the machine's, which may be set at any time. */
import { expect, test } from 'vitest';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';

const HOUR = 3_600_000;
const audience = { clients: [recipient('c1')] };

async function setUp(offsetMs: number) {
  const { live, clock, ...rest } = await setUpActionsInGroup();
  const request = { id: 'a1', action: 'unlock', parameters: {}, audience } as const;
  /** As a tab whose clock differs by `offsetMs` asks. */
  const act = (ageMs: number) => {
    const askedAt = clock.now() + offsetMs - (ageMs || 0);
    live.act('a', { ...request, askedAt }, ageMs);
    return askedAt;
  };
  return { ...rest, clock, act };
}

test.each([
  ['behind', -HOUR],
  ['ahead', HOUR],
])(
  'a tab that is an hour %s has its actions done: their time counts from when they were asked',
  async (_, offsetMs) => {
    const { act, sent, clock } = await setUp(offsetMs);
    act(10_000);
    expect(sent()).toMatchObject([
      { options: { expirySeconds: 50 }, body: { timeSent: clock.now() - 10_000 } },
    ]);
  },
);

test('is told by its own clock how long they wait', async () => {
  const { act, tab, batch, broker } = await setUp(-HOUR);
  broker.answer = 'unreachable';
  broker.lose({ keepSession: true });
  const askedAt = act(0);
  await batch();
  const [update] = tab.take().flatMap(({ actions }) => actions ?? []);
  expect(update?.delivery).toEqual({ name: 'queued', expiresAt: askedAt + 60_000 });
});

test('what came with no age that makes sense is not done', async () => {
  const { act, sent, state, tab, batch } = await setUp(0);
  act(Number.NaN);
  await batch();
  expect([sent(), state(tab)]).toEqual([[], 'invalid, ended']);
});

test('one from the future is as good as new', async () => {
  const { act, sent } = await setUp(0);
  act(-HOUR);
  expect(sent()).toMatchObject([{ options: { expirySeconds: 60 } }]);
});
