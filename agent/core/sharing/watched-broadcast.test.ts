import { describe, expect, it } from 'vitest';
import { stopScreenShares, tutorLastWill } from '#protocol/topics.ts';
import { SCOPE } from '../fakes/device-fixture.ts';
import { createPeerScreens, NOTHING_SHARED } from '../fakes/peer-screens-fixture.ts';

describe('a broadcast between peers', () => {
  it('is dialled once, however often it is announced', async () => {
    const { broadcast, peers, statuses } = await createPeerScreens();
    await broadcast({ initial: true });
    await broadcast();
    await broadcast();
    expect(peers.calls).toMatchObject([
      { what: 'show-screen', peerId: 'p1', reference: 's1', with: { tutorName: 'Anna' } },
    ]);
    expect(statuses()).toEqual({ shareScreen: false, screenShared: true, ids: ['s1'] });
  });

  it.each(['broken', 'unreachable', 'left', 'failed'] as const)(
    'that is %s is not shown, is said, and is dialled again with the next announcement',
    async (how) => {
      const { broadcast, peers, replies, statuses } = await createPeerScreens();
      await broadcast({}, { id: 'b1' });
      await peers.last().end(how);
      expect(statuses()).toEqual(NOTHING_SHARED);
      expect(replies()).toMatchObject([
        { id: 'b1', ok: true },
        { id: 'b1', ok: false, code: how },
      ]);
      await broadcast();
      expect(peers.open()).toHaveLength(1);
      expect(statuses()).toEqual({ shareScreen: false, screenShared: true, ids: ['s1'] });
    },
  );

  it('is not dialled again after the student refused it, and its tutor is told each time', async () => {
    const { broadcast, peers, replies, statuses } = await createPeerScreens();
    await broadcast({}, { id: 'b1' });
    await peers.last().end('refused');
    await broadcast({}, { id: 'b2' });
    expect(peers.calls).toHaveLength(1);
    expect(statuses()).toEqual(NOTHING_SHARED);
    expect(replies().slice(1)).toMatchObject([
      { id: 'b1', ok: false, code: 'refused' },
      { id: 'b2', ok: false, code: 'refused' },
    ]);
    await broadcast({ id: 's9' });
    expect(peers.open()).toHaveLength(1);
  });

  it('that the student put away can be shown again while it goes on', async () => {
    const { broadcast, clock, device, peers, replies, statuses } = await createPeerScreens();
    expect(device.showBroadcast()).toBe(false);
    await broadcast({}, { id: 'b1' });
    expect([device.state().refusedBroadcast, device.showBroadcast()]).toEqual([undefined, false]);
    await peers.last().end('refused');
    expect(device.state().refusedBroadcast).toMatchObject({ sessionId: 's1', tutorName: 'Anna' });
    await broadcast({ peerId: 'p2' }, { id: 'b2' });
    expect(device.showBroadcast()).toBe(true);
    expect(peers.open()).toMatchObject([{ peerId: 'p2', reference: 's1' }]);
    expect(statuses().ids).toEqual(['s1']);
    expect([device.state().refusedBroadcast, device.showBroadcast()]).toEqual([undefined, false]);
    await broadcast({ peerId: 'p2' }, { id: 'b3' });
    expect(replies().at(-1)).toMatchObject({ id: 'b3', ok: true });
    await peers.last().end('refused');
    expect(replies().at(-1)).toMatchObject({ id: 'b3', ok: false, code: 'refused' });
    await clock.advance(35_000);
    expect([device.state().refusedBroadcast, device.showBroadcast()]).toEqual([undefined, false]);
  });

  it('that the student put away stays so, also when nothing was heard of it for a while', async () => {
    const { broadcast, clock, device, peers, replies, statuses } = await createPeerScreens();
    await broadcast({}, { id: 'b1' });
    await peers.last().end('refused');
    await clock.advance(36_000);
    expect(device.state().refusedBroadcast).toBeUndefined();
    // Initial as well: its tutor does not know whether the first one has arrived.
    await broadcast({ initial: true }, { id: 'b2' });
    expect([peers.calls.length, statuses()]).toEqual([1, NOTHING_SHARED]);
    expect(replies().at(-1)).toMatchObject({ id: 'b2', ok: false, code: 'refused' });
    expect(device.showBroadcast()).toBe(true);
    expect(peers.open()).toMatchObject([{ reference: 's1' }]);
  });

  it('that the student put away does not come back after a newer one, nor takes its place', async () => {
    const { act, broadcast, clock, device, peers, replies } = await createPeerScreens();
    await broadcast();
    await peers.last().end('refused');
    await clock.advance(36_000);
    await broadcast({ id: 's8' }, { tutor: 'ben' });
    await broadcast({ initial: true }, { id: 'late' });
    expect(replies().at(-1)).toMatchObject({ id: 'late', ok: false, code: 'refused' });
    expect(peers.open()).toMatchObject([{ reference: 's8' }]);
    await act('stopShareScreen', { sessionId: 's8' }, { tutor: 'ben' });
    await broadcast({}, { id: 'later' });
    expect(replies().at(-1)).toMatchObject({ id: 'later', ok: false, code: 'refused' });
    expect(peers.open()).toEqual([]);
    expect(device.state()).toMatchObject({ broadcast: undefined, refusedBroadcast: { sessionId: 's1' } });
  });

  it('that the student put away gives way to a newer one', async () => {
    const { broadcast, device, peers } = await createPeerScreens();
    await broadcast();
    await peers.last().end('refused');
    await broadcast({ id: 's8' }, { tutor: 'ben' });
    expect(device.state()).toMatchObject({ refusedBroadcast: undefined, broadcast: { sessionId: 's8' } });
    expect(device.showBroadcast()).toBe(false);
  });

  it('is dialled at the new address of its tutor', async () => {
    const { broadcast, peers, statuses } = await createPeerScreens();
    await broadcast();
    await broadcast({ peerId: 'p2' });
    expect(peers.open()).toMatchObject([{ peerId: 'p2', reference: 's1' }]);
    expect(statuses().ids).toEqual(['s1']);
  });

  it('gives way to a newer one, and comes back when that is over', async () => {
    const { act, broadcast, device, peers, replies } = await createPeerScreens();
    await broadcast();
    await broadcast({ id: 's8', peerId: 'p2' }, { tutor: 'ben' });
    expect(peers.open()).toMatchObject([{ reference: 's8' }]);
    await broadcast({}, { id: 'late' });
    expect(replies().at(-1)).toMatchObject({ id: 'late', ok: false, code: 'replaced' });
    expect(device.state().broadcast).toMatchObject({ sessionId: 's8', tutorId: 'ben' });
    await act('stopShareScreen', { sessionId: 's8' }, { tutor: 'ben' });
    expect(peers.open()).toEqual([]);
    await broadcast();
    expect(peers.open()).toMatchObject([{ reference: 's1' }]);
  });

  it.each([
    ['older first', ['s1', 's2']],
    ['newer first', ['s2', 's1']],
  ])('that began later is the one that is shown to a device that has just come: %s', async (_, order) => {
    const { broadcast, replies, statuses } = await createPeerScreens();
    const begun: Record<string, number> = { s1: 1_000, s2: 2_000 };
    for (const id of order) await broadcast({ id, startedAt: begun[id] }, { tutor: id, id: `of ${id}` });
    expect(statuses().ids).toEqual(['s2']);
    await broadcast({ id: 's1', startedAt: 1_000 }, { tutor: 's1', id: 'again' });
    expect(replies().at(-1)).toMatchObject({ id: 'again', ok: false, code: 'replaced' });
    expect(statuses().ids).toEqual(['s2']);
  });

  it('takes the place of one that began later where it is the first announcement: clocks differ', async () => {
    const { broadcast, statuses } = await createPeerScreens();
    await broadcast({ id: 's2', startedAt: 2_000 }, { tutor: 'carl' });
    await broadcast({ id: 's1', startedAt: 1_000, initial: true });
    expect(statuses().ids).toEqual(['s1']);
  });

  it.each<[string, (f: Awaited<ReturnType<typeof createPeerScreens>>) => Promise<unknown>]>([
    ['is stopped', ({ act }) => act('stopShareScreen', { sessionId: 's1' })],
    ['any tutor asks so', ({ deliver }) => deliver(stopScreenShares(SCOPE, 'ben'), { sessionIds: ['s1'] })],
    ['its tutor has left', ({ deliver }) => deliver(tutorLastWill(SCOPE, 'anna'), '')],
    ['the device stops', ({ device }) => device.stop()],
  ])('is hung up when %s', async (_how, end) => {
    const fixture = await createPeerScreens();
    await fixture.broadcast();
    await end(fixture);
    expect(fixture.peers.open()).toEqual([]);
    expect(fixture.replies().filter(({ ok }) => !ok)).toEqual([]);
    await fixture.device.stop();
    expect(fixture.clock.pending()).toBe(0);
  });

  it('is not hung up for want of announcements while its picture comes', async () => {
    const { broadcast, clock, device, peers, replies, statuses } = await createPeerScreens();
    await broadcast();
    await clock.advance(200_000);
    expect(peers.open()).toHaveLength(1);
    expect(statuses()).toEqual({ shareScreen: false, screenShared: true, ids: ['s1'] });
    await broadcast({}, { id: 'b2' });
    expect(replies().at(-1)).toMatchObject({ id: 'b2', ok: true });
    expect(peers.calls).toHaveLength(1);
    await clock.advance(36_000);
    await peers.last().end('broken');
    expect(statuses()).toEqual(NOTHING_SHARED);
    const waiting = clock.pending();
    await clock.advance(36_000);
    expect(clock.pending()).toBe(waiting - 1);
    await device.stop();
    expect(clock.pending()).toBe(0);
  });

  it('without an address is only remembered, and ends with its announcements', async () => {
    const { broadcast, clock, peers, statuses } = await createPeerScreens();
    await broadcast({ peerId: undefined });
    expect(peers.calls).toEqual([]);
    expect(statuses().screenShared).toBe(true);
    await clock.advance(35_000);
    expect(statuses()).toEqual(NOTHING_SHARED);
  });
});
