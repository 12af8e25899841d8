/** The list of policies that the broker keeps for each device. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { pingOf, type Received, subscribe } from './broker-client.ts';
import type { TestBroker } from './broker-harness.ts';
import { BROKERS } from './broker-kinds.ts';

const POLICIES = 'acme/one/clients/pc/policies';
const policy = (id: string) => ({ id, name: id, conditions: [], effects: [] });
const idsIn = ({ payload }: Received) =>
  (JSON.parse(payload.toString()) as { policies: { id: string }[] }).policies.map(({ id }) => id);
const ofPolicies = ({ topic }: Received) => topic === POLICIES;

describe.each(BROKERS)('$name', ({ name, start }) => {
  const isEmbedded = name === 'the embedded broker';
  let test: TestBroker;
  /** By group, person or device. */
  const applied = new Map<string, string[]>();
  let asked: unknown[];
  let unreadable = false;
  beforeEach(async () => {
    applied.clear();
    asked = [];
    test = await start(
      {},
      {
        async policiesOf({ groups, userId, deviceId, ...scope }) {
          asked.push({ groups, userId, deviceId, ...scope });
          if (unreadable) throw new Error('database away');
          const holders = [...groups, userId ?? '', deviceId ?? ''];
          return { policies: holders.flatMap((id) => applied.get(id) ?? []).map(policy) };
        },
      },
    );
    test.directory.clientGroups.set('pc', ['maths']);
  });
  afterEach(() => test.stop());

  async function device(over: Parameters<typeof deviceClaims>[1] = {}) {
    const { client, inbox } = await test.connect(deviceClaims('pc', { deviceId: 'd-1', ...over }));
    await subscribe(client, 'acme/one/clients/pc/#', 1);
    return { client, inbox };
  }

  describe('the list of a device’s policies', () => {
    it('is there, retained, as soon as the device is connected', async () => {
      applied.set('maths', ['p-1']).set('user-of-pc', ['p-2']).set('d-1', ['p-3']);
      const { inbox } = await device();
      const message = await inbox.next(ofPolicies);
      expect(message.packet.retain).toBe(true);
      expect(idsIn(message)).toEqual(['p-1', 'p-2', 'p-3']);
      const scope = { tenant: 'acme', site: 'one' };
      expect(asked).toEqual([{ ...scope, groups: ['maths'], userId: 'user-of-pc', deviceId: 'd-1' }]);
    });

    it('is empty, not missing, where none holds', async () => {
      const { inbox } = await device();
      expect(idsIn(await inbox.next(ofPolicies))).toEqual([]);
    });

    it('holds no one’s policies for a guest, whatever the guest’s id', async () => {
      applied.set('user-of-pc', ['p-2']);
      const { inbox } = await device({ authType: 'session' });
      expect(idsIn(await inbox.next(ofPolicies))).toEqual([]);
    });

    it('comes again when policies change, and only where it is another', async () => {
      const { client, inbox } = await device();
      await inbox.next(ofPolicies);
      for (let i = 0; i < 3; i += 1) {
        test.changed({ resource: 'policies' });
        await pingOf(client);
      }
      applied.set('maths', ['p-1']);
      test.changed({ resource: 'policies', site: undefined });
      expect(idsIn(await inbox.next(ofPolicies))).toEqual(['p-1']);
    });

    it('comes again when membership changes', async () => {
      applied.set('chess', ['p-4']);
      const { inbox } = await device();
      await inbox.next(ofPolicies);
      test.directory.clientGroups.set('pc', ['chess']);
      test.changed();
      expect(idsIn(await inbox.next(ofPolicies))).toEqual(['p-4']);
    });

    it('does not come for changes of another site or tenant', async () => {
      const { client, inbox } = await device();
      await inbox.next(ofPolicies);
      const { length } = asked;
      applied.set('maths', ['p-1']);
      test.changed({ resource: 'policies', site: 'two' });
      test.changed({ resource: 'policies', tenant: 'rival' });
      await pingOf(client);
      expect(asked).toHaveLength(length);
    });

    it('is asked for once more where it could not be read', async () => {
      const { client, inbox } = await device();
      await inbox.next(ofPolicies);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        unreadable = true;
        test.changed({ resource: 'policies' });
        await pingOf(client);
        unreadable = false;
        applied.set('maths', ['p-9']);
        await vi.advanceTimersByTimeAsync(2_000);
      } finally {
        vi.useRealTimers();
      }
      expect(idsIn(await inbox.next(ofPolicies))).toEqual(['p-9']);
    });

    it('ends with the newest, however slow an answer is', async () => {
      const { inbox } = await device();
      await inbox.next(ofPolicies);
      for (let i = 1; i <= 20; i += 1) {
        applied.set('maths', [`p-${i}`]);
        test.changed({ resource: 'policies' });
      }
      await inbox.next((message) => ofPolicies(message) && idsIn(message)[0] === 'p-20');
      expect(inbox.messages.filter(ofPolicies)).toEqual([]);
    });

    it.runIf(isEmbedded)('is for the device alone', async () => {
      await device();
      const { client } = await test.connect(tutorClaims('tina'));
      await expect(subscribe(client, POLICIES)).resolves.toBe(0x87);
      const other = await test.connect(deviceClaims('other'));
      await expect(subscribe(other.client, POLICIES)).resolves.toBe(0x87);
      await expect(other.client.publishAsync(POLICIES, '{}', { qos: 1 })).rejects.toMatchObject({
        code: 0x87,
      });
    });
  });

  describe('a change that touches nobody’s reach', () => {
    it('has nobody’s read again', async () => {
      const { client } = await test.connect(tutorClaims('tina'));
      await subscribe(client, 'acme/one/notifications/v1');
      const before = test.directory.asked;
      test.changed({ resource: 'groups', id: 'maths', reachUnchanged: true });
      await pingOf(client);
      expect(test.directory.asked).toBe(before);
    });

    it('is announced like every other, without saying so', async () => {
      const { client, inbox } = await test.connect(tutorClaims('tina'));
      await subscribe(client, 'acme/one/notifications/v1', 1);
      test.changed({ resource: 'groups', id: 'maths', reachUnchanged: true, at: 7 });
      expect(JSON.parse((await inbox.next()).payload.toString())).toEqual({
        resource: 'groups',
        id: 'maths',
        change: 'updated',
        at: 7,
      });
    });
  });
});
