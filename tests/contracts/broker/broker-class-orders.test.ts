/** What is said to a group holds for the class: who comes later is told, tutors see it, and it ends. */
import { describe, expect, it, vi } from 'vitest';
import { tutorClaims } from './broker-claims.ts';
import { claimsUntil, classForEachTest, idsIn, listIn, OF_GROUP, START, said } from './broker-class.ts';
import { subscribe } from './broker-client.ts';
import { BROKERS } from './broker-kinds.ts';

const HOUR = 3_600_000;
describe.each(BROKERS)('$name', ({ name, start }) => {
  // Mosquitto answers a publisher before the platform has read the message, and grants every filter.
  const isEmbedded = name === 'the embedded broker';
  const at = classForEachTest(start);
  const { device, tutor, passing } = at;

  describe('a lock that is said to the group', () => {
    it('is told to a device that comes later, and to nobody of another group', async () => {
      const tina = await tutor('tina');
      await tina.toGroup('l1', 'lock', { content: '<p>Look</p>' });
      const late = await (await device('late')).next();
      expect(late.packet.retain).toBe(true);
      expect(listIn(late)).toEqual([
        { id: 'l1', action: 'lock', parameters: { content: '<p>Look</p>' }, tutorId: 'tina' },
      ]);
      expect(idsIn(await (await device('other')).next())).toEqual([]);
    });

    it('is told to a device that joins the group, and taken back where it leaves', async () => {
      const tina = await tutor('tina');
      await tina.toGroup('l1', 'lock');
      const other = await device('other');
      expect(idsIn(await other.next())).toEqual([]);
      at.harness.directory.clientGroups.set('other', ['maths']);
      at.harness.changed();
      expect(idsIn(await other.next())).toEqual(['l1']);
      at.harness.directory.clientGroups.set('other', ['chess']);
      at.harness.changed();
      expect(idsIn(await other.next())).toEqual([]);
    });

    it.runIf(isEmbedded)(
      'is seen by every tutor of the group, with name and time, also by one who comes later',
      async () => {
        const tina = await tutor('tina');
        await tina.toGroup('l1', 'lock');
        const tom = await tutor('tom');
        await tom.looks();
        const order = { id: 'l1', action: 'lock', parameters: {}, tutorId: 'tina', tutorName: 'Tina Marsh' };
        expect(listIn(await tom.next())).toEqual([{ ...order, since: START, except: [] }]);
      },
    );

    it.runIf(isEmbedded)(
      'is lifted by a colleague’s unlock; one who comes then is told of none',
      async () => {
        const tina = await tutor('tina');
        const tom = await tutor('tom');
        const pc = await device('pc');
        expect(idsIn(await pc.next())).toEqual([]);
        await tina.toGroup('l1', 'lock');
        expect(idsIn(await pc.next())).toEqual(['l1']);
        await tom.toGroup('u1', 'unlock');
        expect(idsIn(await pc.next())).toEqual([]);
        expect(idsIn(await (await device('late')).next())).toEqual([]);
        await tom.looks();
        expect(idsIn(await tom.next())).toEqual([]);
        await vi.waitFor(() => expect(at.shelf.rows.size).toBe(0));
      },
    );

    it.runIf(isEmbedded)(
      'does not come back when it is said again after its end; nor does its end, after a new one',
      async () => {
        const tina = await tutor('tina');
        await tina.toGroup('l1', 'lock');
        await tina.toGroup('u1', 'unlock');
        await tina.toGroup('l1', 'lock');
        await tina.toPc('l1', 'lock');
        expect(idsIn(await (await device('late')).next())).toEqual([]);
        await tina.toGroup('l2', 'lock');
        await tina.toGroup('u1', 'unlock');
        await tina.toPc('u1', 'unlock');
        await tina.looks();
        expect(listIn(await tina.next())).toMatchObject([{ id: 'l2', except: [] }]);
      },
    );

    it('holds on each site, also where both have the same tutor and the same action', async () => {
      const elsewhere = { ...claimsUntil, site: 'two' };
      const { client } = await at.harness.connect(tutorClaims('tina', elsewhere), { instance: 'elsewhere' });
      await client.publishAsync('acme/two/tutors/tina/v1/groups/maths/actions', said('l1', 'lock'), {
        qos: 1,
      });
      const tina = await tutor('tina');
      await tina.toGroup('l1', 'lock');
      expect(idsIn(await (await device('late')).next())).toEqual(['l1']);
    });

    it('does not hold where it was held back while a colleague unlocked', async () => {
      const tina = await tutor('tina');
      const tom = await tutor('tom');
      await tina.toGroup('l1', 'lock');
      await tom.toGroup('u1', 'unlock');
      await tina.client.publishAsync('acme/one/tutors/tina/v1/groups/maths/actions', said('l2', 'lock'), {
        qos: 1,
        properties: { messageExpiryInterval: 590 },
      });
      expect(idsIn(await (await device('late')).next())).toEqual([]);
      await tina.toGroup('l3', 'lock');
      expect(idsIn(await (await device('late')).next())).toEqual(['l3']);
    });

    it.runIf(isEmbedded)(
      'has an exception where one device is unlocked, which holds when that one comes again',
      async () => {
        const tina = await tutor('tina');
        const pc = await device('pc');
        await pc.next();
        await tina.toGroup('l1', 'lock');
        expect(idsIn(await pc.next())).toEqual(['l1']);
        await tina.toPc('u1', 'unlock');
        expect(idsIn(await pc.next())).toEqual([]);
        await pc.client.endAsync();
        expect(idsIn(await (await device('pc')).next())).toEqual([]);
        expect(idsIn(await (await device('late')).next())).toEqual(['l1']);
        await tina.looks();
        expect(listIn(await tina.next())).toMatchObject([{ id: 'l1', except: ['pc'] }]);
        await tina.toGroup('l2', 'lock');
        expect(listIn(await tina.next())).toMatchObject([{ id: 'l2', except: [] }]);
      },
    );

    it.runIf(isEmbedded)(
      'holds beside muted sound and paused inputs, each of which ends by itself',
      async () => {
        const tina = await tutor('tina');
        await tina.toGroup('l1', 'lock');
        await tina.toGroup('m1', 'mute');
        await tina.toGroup('i1', 'userInputs', { block: true });
        await tina.toGroup('n1', 'notification', { message: 'once' });
        const pc = await device('pc');
        expect(idsIn(await pc.next())).toEqual(['l1', 'm1', 'i1']);
        await tina.toGroup('i2', 'userInputs', { block: false });
        expect(idsIn(await pc.next())).toEqual(['l1', 'm1']);
      },
    );

    it('outlasts the platform', async () => {
      const tina = await tutor('tina');
      await tina.toGroup('l1', 'lock');
      await vi.waitFor(() => expect(at.shelf.rows.size).toBe(1));
      await at.harness.stop();
      await at.start();
      expect(idsIn(await (await device('late')).next())).toEqual(['l1']);
      const tom = await tutor('tom');
      await tom.looks();
      expect(listIn(await tom.next())).toMatchObject([{ id: 'l1', tutorName: 'Tina Marsh', since: START }]);
      await tom.toGroup('u1', 'unlock');
      expect(idsIn(await tom.next())).toEqual([]);
    });

    it.runIf(isEmbedded)('is refused to a tutor without the group, and to devices', async () => {
      const eve = await at.harness.connect(tutorClaims('eve'));
      await expect(subscribe(eve.client, OF_GROUP)).resolves.toBe(0x87);
      const topic = 'acme/one/tutors/eve/v1/groups/maths/actions';
      await expect(eve.client.publishAsync(topic, said('l1', 'lock'), { qos: 1 })).rejects.toMatchObject({
        code: 0x87,
      });
      const pc = await device('pc');
      await expect(subscribe(pc.client, OF_GROUP)).resolves.toBe(0x87);
      await expect(pc.client.publishAsync(OF_GROUP, '{"orders":[]}', { qos: 1 })).rejects.toMatchObject({
        code: 0x87,
      });
      expect(idsIn(await pc.next())).toEqual([]);
    });

    it.runIf(isEmbedded)('is told to nobody where the site has no such group', async () => {
      at.harness.directory.groups.set('tina', new Set(['maths', 'nowhere']));
      const tina = await tutor('tina');
      const ofNowhere = OF_GROUP.replace('maths', 'nowhere');
      const topic = 'acme/one/tutors/tina/v1/groups/nowhere/actions';
      await tina.client.publishAsync(topic, said('l1', 'lock'), { qos: 1 });
      await tina.toGroup('l2', 'lock');
      await vi.waitFor(() => expect([...at.shelf.rows.keys()]).toEqual(['maths/lock']));
      await subscribe(tina.client, ofNowhere, 1);
      await tina.looks();
      expect(idsIn(await tina.next())).toEqual(['l2']);
      expect(tina.topics()).not.toContain(ofNowhere);
    });

    it('that cannot be read holds for nobody, and is counted', async () => {
      const tina = await tutor('tina');
      await tina.client.publishAsync('acme/one/tutors/tina/v1/groups/maths/actions', 'lock', { qos: 1 });
      await expect.poll(() => at.harness.broker.counters().dropped).toMatchObject({ 'action:json': 1 });
    });
  });

  describe('an order that nobody lifts', () => {
    it.runIf(isEmbedded)(
      'ends when the last console that keeps it has been gone for ten minutes',
      async () => {
        const tina = await tutor('tina');
        const pc = await device('pc');
        await pc.next();
        await tina.toGroup('l1', 'lock');
        expect(idsIn(await pc.next())).toEqual(['l1']);
        await tina.client.endAsync();
        await vi.waitFor(() => expect(at.harness.broker.connections()).toHaveLength(1));
        await passing(async () => expect(idsIn(await pc.next())).toEqual([]));
        expect(at.now - START).toBeGreaterThanOrEqual(10 * 60_000);
        await vi.waitFor(() => expect(at.shelf.rows.size).toBe(0));
      },
    );

    it('ends after twelve hours, whoever is there', async () => {
      const tina = await tutor('tina');
      const pc = await device('pc');
      await pc.next();
      await tina.toGroup('l1', 'lock');
      expect(idsIn(await pc.next())).toEqual(['l1']);
      at.now += 12 * HOUR;
      expect(idsIn(await pc.next())).toEqual([]);
    });
  });
});
