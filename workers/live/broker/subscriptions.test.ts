import { expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { Outcome, Transport } from './mqtt-transport.ts';
import { createSubscriptions } from './subscriptions.ts';

function setUp() {
  const logged: string[] = [];
  const subscriptions = createSubscriptions({ log: (text) => logged.push(text) });
  /** What a connection is asked, and how it answers. */
  function connect(resumed: boolean, outcome: Outcome = 'sent') {
    const asked: string[] = [];
    const ask = (verb: string) => async (filter: string) => {
      asked.push(`${verb} ${filter}`);
      return outcome;
    };
    const transport = { subscribe: ask('subscribe'), unsubscribe: ask('unsubscribe') };
    subscriptions.connected(transport as unknown as Transport, resumed);
    return { take: () => asked.splice(0) };
  }
  return { subscriptions, connect, logged };
}

test('what is held is asked for once, and again in a new session', async () => {
  const { subscriptions, connect } = setUp();
  subscriptions.add('a', 1);
  expect(connect(false).take()).toEqual(['subscribe a']);
  await settlePromises();
  subscriptions.disconnected();
  expect(connect(true).take()).toEqual([]);
  subscriptions.disconnected();
  expect(connect(false).take()).toEqual(['subscribe a']);
});

test('what was let go while away is ended in a session that goes on', async () => {
  const { subscriptions, connect } = setUp();
  subscriptions.add('a', 1);
  connect(false);
  await settlePromises();
  subscriptions.disconnected();
  subscriptions.remove('a');
  expect(connect(true).take()).toEqual(['unsubscribe a']);
});

test('an end that was lost with its connection is said again, until it is heard', async () => {
  const { subscriptions, connect } = setUp();
  subscriptions.add('a', 1);
  connect(false);
  await settlePromises();
  subscriptions.disconnected();
  connect(true, 'unsent');
  subscriptions.remove('a');
  await settlePromises();
  subscriptions.disconnected();
  expect(connect(true, 'unsent').take()).toEqual(['unsubscribe a']);
  await settlePromises();
  subscriptions.disconnected();
  expect(connect(true).take()).toEqual(['unsubscribe a']);
  await settlePromises();
  subscriptions.disconnected();
  expect(connect(true).take()).toEqual([]);
});

test('but not where it is held again, or the session is new', async () => {
  const { subscriptions, connect } = setUp();
  subscriptions.add('a', 1);
  subscriptions.add('b', 1);
  connect(false);
  await settlePromises();
  subscriptions.disconnected();
  connect(true, 'unsent');
  subscriptions.remove('a');
  subscriptions.remove('b');
  subscriptions.add('b', 1);
  await settlePromises();
  subscriptions.disconnected();
  expect(connect(false).take()).toEqual(['subscribe b']);
  await settlePromises();
  subscriptions.disconnected();
  expect(connect(true).take()).toEqual([]);
});

test('a refused one is logged', async () => {
  const { subscriptions, connect, logged } = setUp();
  subscriptions.add('a', 1);
  connect(false, 'refused');
  await settlePromises();
  expect(logged).toEqual(['subscription refused: a']);
});

test('one that the broker may have dropped is asked for once more', async () => {
  const { subscriptions, connect } = setUp();
  subscriptions.add('a', 1);
  const { take } = connect(false);
  await settlePromises();
  take();
  subscriptions.add('a', 1);
  expect(take()).toEqual([]);
  subscriptions.add('a', 1, { again: true });
  expect(take()).toEqual(['subscribe a']);
});
