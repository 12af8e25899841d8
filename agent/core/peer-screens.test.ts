import { describe, expect, it } from 'vitest';
import { stopScreenShares, tutorLastWill } from '#protocol/topics.ts';
import { createFixture, own, SCOPE } from './device-fixture.ts';
import { createFakePeers } from './fake-peers.ts';

async function online() {
  const peers = createFakePeers();
  const fixture = createFixture({ peers: peers.world });
  await fixture.goOnline();
  await fixture.demand('statuses', { frequency: 0, tutor: 'carl' });
  const statuses = () => {
    const text = String(fixture.sent('/statuses').at(-1)?.payload);
    const { shareScreen, screenShared, screenshareSessionIds: ids } = JSON.parse(text);
    return { shareScreen, screenShared, ids };
  };
  const broadcast = (session: object = {}, wish: { tutor?: string; id?: string } = {}) =>
    fixture.act('broadcast', { session: { id: 's1', peerId: 'p1', tutorName: 'Anna', ...session } }, wish);
  const share = (session: object = {}, wish: { tutor?: string; id?: string } = {}) =>
    fixture.act('shareScreen', { session: { id: 's2', peerId: 'p1', ...session } }, wish);
  const live = (parameters: object = {}, wish: { tutor?: string; id?: string } = {}) =>
    fixture.act('liveScreen', { peerId: 'p1', ...parameters }, { to: own, ...wish });
  return { ...fixture, peers, statuses, broadcast, share, live };
}
const NOTHING = { shareScreen: false, screenShared: false, ids: [] };

describe('a broadcast between peers', () => {
  it('is dialled once, however often it is announced', async () => {
    const { broadcast, peers, statuses } = await online();
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
      const { broadcast, peers, replies, statuses } = await online();
      await broadcast({}, { id: 'b1' });
      await peers.last().end(how);
      expect(statuses()).toEqual(NOTHING);
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
    const { broadcast, peers, replies, statuses } = await online();
    await broadcast({}, { id: 'b1' });
    await peers.last().end('refused');
    await broadcast({}, { id: 'b2' });
    expect(peers.calls).toHaveLength(1);
    expect(statuses()).toEqual(NOTHING);
    expect(replies().slice(1)).toMatchObject([
      { id: 'b1', ok: false, code: 'refused' },
      { id: 'b2', ok: false, code: 'refused' },
    ]);
    await broadcast({ id: 's9' });
    expect(peers.open()).toHaveLength(1);
  });

  it('that the student put away can be shown again while it goes on', async () => {
    const { broadcast, clock, device, peers, replies, statuses } = await online();
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

  it('that the student put away gives way to a newer one', async () => {
    const { broadcast, device, peers } = await online();
    await broadcast();
    await peers.last().end('refused');
    await broadcast({ id: 's8' }, { tutor: 'ben' });
    expect(device.state()).toMatchObject({ refusedBroadcast: undefined, broadcast: { sessionId: 's8' } });
    expect(device.showBroadcast()).toBe(false);
  });

  it('is dialled at the new address of its tutor', async () => {
    const { broadcast, peers, statuses } = await online();
    await broadcast();
    await broadcast({ peerId: 'p2' });
    expect(peers.open()).toMatchObject([{ peerId: 'p2', reference: 's1' }]);
    expect(statuses().ids).toEqual(['s1']);
  });

  it('gives way to a newer one, and comes back when that is over', async () => {
    const { act, broadcast, device, peers, replies } = await online();
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

  it.each<[string, (f: Awaited<ReturnType<typeof online>>) => Promise<unknown>]>([
    ['is stopped', ({ act }) => act('stopShareScreen', { sessionId: 's1' })],
    ['any tutor asks so', ({ deliver }) => deliver(stopScreenShares(SCOPE, 'ben'), { sessionIds: ['s1'] })],
    ['its tutor has left', ({ deliver }) => deliver(tutorLastWill(SCOPE, 'anna'), '')],
    ['it is announced no more', ({ clock }) => clock.advance(35_000)],
    ['the device stops', ({ device }) => device.stop()],
  ])('is hung up when %s', async (_how, end) => {
    const fixture = await online();
    await fixture.broadcast();
    await end(fixture);
    expect(fixture.peers.open()).toEqual([]);
    expect(fixture.replies().filter(({ ok }) => !ok)).toEqual([]);
    await fixture.device.stop();
    expect(fixture.clock.pending()).toBe(0);
  });

  it('without an address is only remembered', async () => {
    const { broadcast, peers, statuses } = await online();
    await broadcast({ peerId: undefined });
    expect(peers.calls).toEqual([]);
    expect(statuses().screenShared).toBe(true);
  });
});

describe('a display that is shared between peers', () => {
  it('is sent to the tutor, once', async () => {
    const { peers, share, statuses } = await online();
    await share();
    await share();
    expect(peers.calls).toMatchObject([
      { what: 'send-screen', peerId: 'p1', reference: 's2', with: { purpose: 'source', displayId: 'd1' } },
    ]);
    expect(statuses()).toEqual({ shareScreen: true, screenShared: false, ids: ['s2'] });
  });

  it.each(['left', 'refused', 'unreachable'] as const)('ends when it is %s, and is said', async (how) => {
    const { peers, replies, share, statuses } = await online();
    await share({}, { id: 'x' });
    await peers.last().end(how);
    expect(statuses()).toEqual(NOTHING);
    expect(replies().at(-1)).toMatchObject({ id: 'x', ok: false, code: how });
    await share();
    expect(peers.open()).toHaveLength(1);
  });

  it('is not watched on the device itself when the tutor passes it on to its group', async () => {
    const { share, broadcast, peers, replies, statuses } = await online();
    await share();
    await broadcast({ id: 's2' }, { id: 'b1' });
    expect(peers.calls).toHaveLength(1);
    expect(replies().at(-1)).toMatchObject({ id: 'b1', ok: true });
    expect(statuses()).toEqual({ shareScreen: true, screenShared: false, ids: ['s2'] });
  });

  it('ends with a stop, with the tutor, and with the device', async () => {
    const { act, deliver, device, peers, share, statuses } = await online();
    await share();
    await share({ id: 's3' }, { tutor: 'ben' });
    await share({ id: 's4' });
    await act('stopShareScreen', { sessionId: 's2' });
    expect(peers.open()).toMatchObject([{ reference: 's3' }, { reference: 's4' }]);
    await deliver(tutorLastWill(SCOPE, 'ben'), '');
    expect(peers.open()).toMatchObject([{ reference: 's4' }]);
    expect(statuses().ids).toEqual(['s4']);
    await device.stop();
    expect([peers.open(), peers.seen.stopped]).toEqual([[], 1]);
  });

  it('is refused where there is no picture of it', async () => {
    const { peers, replies, share, statuses } = await online();
    peers.seen.screens = [];
    await share();
    expect(replies()).toMatchObject([{ ok: false, code: 'no-screen' }]);
    expect([peers.calls, statuses()]).toEqual([[], NOTHING]);
  });

  it('ends when privacy begins, by the student or by a policy', async () => {
    for (const begin of ['student', 'policy'] as const) {
      const { clock, peers, policies, replies, screenChanged, share, live, shown, statuses } = await online();
      await share({}, { id: 'x' });
      await live({}, { id: 'y' });
      if (begin === 'student') {
        shown.privacy = true;
        screenChanged('statuses');
      } else await policies({ effects: [{ definition: 'EnablePrivacyDefinition', parameters: {} }] });
      await clock.advance(10);
      expect(peers.open(), begin).toEqual([]);
      expect(statuses()).toEqual(NOTHING);
      expect(replies().slice(-2)).toMatchObject([
        { id: 'x', ok: false, code: 'privacy' },
        { id: 'y', ok: false, code: 'privacy' },
      ]);
    }
  });
});

describe('a live screen', () => {
  it('is sent to the tutor who asked, under the id of the action', async () => {
    const { live, peers, replies, statuses } = await online();
    await live({ displayId: 'd2' }, { id: 'l1' });
    expect(peers.calls).toMatchObject([
      { what: 'send-screen', peerId: 'p1', reference: 'l1', with: { purpose: 'live', displayId: 'd2' } },
    ]);
    expect(replies()).toMatchObject([{ id: 'l1', ok: true }]);
    // It is a look, not a share.
    expect(statuses()).toEqual(NOTHING);
  });

  it('is not sent under privacy, and not of a display that is not there', async () => {
    const { live, peers, replies, shown } = await online();
    await live({ displayId: 'gone' });
    shown.privacy = true;
    await live();
    expect(replies()).toMatchObject([{ code: 'no-screen' }, { code: 'privacy' }]);
    expect(peers.calls).toEqual([]);
  });

  it('is not possible without peers', async () => {
    const { act, goOnline, replies } = createFixture();
    await goOnline();
    await act('liveScreen', { peerId: 'p1' }, { to: own });
    expect(replies()).toMatchObject([{ ok: false, code: 'unsupported' }]);
  });

  it('says when it could not be sent, and nothing when the tutor hung up', async () => {
    const { live, peers, replies } = await online();
    await live({}, { id: 'l1' });
    await peers.last().end('unreachable');
    await live({}, { id: 'l2' });
    await peers.last().end('left');
    expect(replies()).toMatchObject([
      { id: 'l1', ok: true },
      { id: 'l1', ok: false, code: 'unreachable' },
      { id: 'l2', ok: true },
    ]);
  });

  it('ends with its tutor and with the device', async () => {
    const { deliver, device, live, peers } = await online();
    await live();
    await live({}, { tutor: 'ben' });
    await deliver(tutorLastWill(SCOPE, 'anna'), '');
    expect(peers.open()).toHaveLength(1);
    await device.stop();
    expect(peers.open()).toEqual([]);
  });

  it('gives way when too many look', async () => {
    const { live, peers, replies } = await online();
    for (let i = 0; i < 9; i++) await live({}, { id: `l${i}` });
    expect(peers.open()).toHaveLength(8);
    expect(replies().filter(({ ok }) => !ok)).toMatchObject([{ id: 'l0', code: 'busy' }]);
  });
});
