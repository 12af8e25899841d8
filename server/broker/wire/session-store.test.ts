import { expect, it } from 'vitest';
import { replaceStore } from './session-store.ts';

it('forgets all that waited for a session when it ends, and for no other', async () => {
  const cleaned: string[] = [];
  const aedes = {
    persistence: {
      addSubscriptions: async () => {},
      cleanSubscriptions: async ({ id }: { id: string }) => void cleaned.push(id),
    },
  };
  const store = replaceStore(aedes, {
    maxMessages: 1_000,
    maxBytes: 1_000_000,
    now: () => 0,
    isWaiting: () => false,
    resume: () => false,
    dropped() {},
    filtersOf: () => undefined,
  });
  for (let brokerCounter = 1; brokerCounter <= 40; brokerCounter += 1)
    await store.outgoingEnqueueCombi([{ clientId: 'gone' }, { clientId: 'here' }], { brokerCounter });
  await store.cleanSubscriptions({ id: 'gone' });
  const waiting = async (id: string) => (await store.outgoingStream({ id }).toArray()).length;
  expect([await waiting('gone'), await waiting('here')]).toEqual([0, 40]);
  expect(cleaned).toEqual(['gone']);
});
