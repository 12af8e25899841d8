import { expect, test } from 'vitest';
import type { ActionName } from '#protocol/action-parameters.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { recipient, setUpActions } from '../fakes/live-actions.ts';
import { setUpTabMailbox } from '../fakes/tab-mailbox-fixture.ts';
import { createActions } from './actions.ts';

const PARAMETERS: Partial<Record<ActionName, Record<string, unknown>>> = {
  snapshot: { quality: 50 },
  poll: { id: 'p', question: '?' },
};

test('a thousand actions of every fate leave no timers and no memory', async () => {
  const { live, act, answer, openTab, clock, broker } = setUpActions();
  openTab('a');
  await clock.advance(200);
  const running = clock.pending();
  const kinds: ActionName[] = ['lock', 'ping', 'snapshot', 'requestName', 'poll'];
  for (let i = 0; i < 1_000; i += 1) {
    const action = kinds[i % kinds.length] ?? 'lock';
    broker.answer = i % 100 < 20 ? 'unreachable' : 'accept';
    if (i % 50 === 0) broker.lose({ keepSession: i % 100 === 0 });
    act(action, {
      id: `a${i}`,
      parameters: { ...PARAMETERS[action], ...(action === 'poll' && { id: `p${i}` }) },
      audience: i % 2 ? { groupId: 'g1' } : { clients: [recipient('c1')] },
    });
    if (i % 3 === 0) answer('c1', { id: `a${i}`, action });
    if (i % 7 === 0 || action === 'poll') live.forgetAction('a', `a${i}`);
    await clock.advance(200);
    broker.take();
  }
  broker.answer = 'accept';
  await clock.advance(1_300_000);
  expect(clock.pending()).toBe(running);
});

test('what is known of them goes with them', async () => {
  const clock = createFakeClock();
  const actions = createActions({
    clock,
    queue: {
      add(_, { onFate }) {
        onFate('sent');
        return () => {};
      },
    },
    session: () => ({ tenant: 'demo', site: 's', tutorId: 't1', mqttUrl: '' }),
    clients: {
      present: { ofGroup: () => [], ofPerson: () => [] },
      targetsOf: () => [],
      address: () => undefined,
    },
    tab: () => setUpTabMailbox(),
    notes: { note() {}, closed() {} },
    isPatch: () => false,
    log: () => {},
  });
  for (let i = 0; i < 1_000; i += 1) {
    const asked = { action: 'unlock', parameters: {}, audience: { groupId: 'g1' } } as const;
    actions.act('a', { id: `a${i}`, ...asked, askedAt: clock.now() }, 0);
  }
  expect(actions.size()).toBe(1_000);
  await clock.advance(121_000);
  expect(actions.size()).toBe(0);
  expect(clock.pending()).toBe(0);
});

test('closing the worker ends them all', async () => {
  const { live, act, openTab, clock, broker } = setUpActions();
  openTab('a');
  await clock.advance(200);
  for (let i = 0; i < 100; i += 1) act('lock', { id: `a${i}` });
  await clock.advance(100);
  broker.lose({ keepSession: true });
  for (let i = 100; i < 200; i += 1) act('lock', { id: `a${i}` });
  live.requestStopScreenShares('a', ['s1']);
  await clock.advance(100);
  await live.shutdown();
  live.detach('a');
  await clock.advance(10_000);
  expect(clock.pending()).toBe(0);
});
