import { describe, expect, it } from 'vitest';
import { tutorLastWill } from '#protocol/topics.ts';
import { createFixture, own, SCOPE } from '../fakes/device-fixture.ts';
import { createPeerScreens, NOTHING_SHARED } from '../fakes/peer-screens-fixture.ts';

describe('a display that is shared between peers', () => {
  it('is sent to the tutor, once', async () => {
    const { peers, share, statuses } = await createPeerScreens();
    await share();
    await share();
    expect(peers.calls).toMatchObject([
      { what: 'send-screen', peerId: 'p1', reference: 's2', with: { purpose: 'source', displayId: 'd1' } },
    ]);
    expect(statuses()).toEqual({ shareScreen: true, screenShared: false, ids: ['s2'] });
  });

  it.each(['left', 'refused', 'unreachable'] as const)('ends when it is %s, and is said', async (how) => {
    const { peers, replies, share, statuses } = await createPeerScreens();
    await share({}, { id: 'x' });
    await peers.last().end(how);
    expect(statuses()).toEqual(NOTHING_SHARED);
    expect(replies().at(-1)).toMatchObject({ id: 'x', ok: false, code: how });
    await share();
    expect(peers.open()).toHaveLength(1);
  });

  it('is not watched on the device itself when the tutor passes it on to its group', async () => {
    const { share, broadcast, peers, replies, statuses } = await createPeerScreens();
    await share();
    await broadcast({ id: 's2' }, { id: 'b1' });
    expect(peers.calls).toHaveLength(1);
    expect(replies().at(-1)).toMatchObject({ id: 'b1', ok: true });
    expect(statuses()).toEqual({ shareScreen: true, screenShared: false, ids: ['s2'] });
  });

  it('ends with a stop, with the tutor, and with the device', async () => {
    const { act, deliver, device, peers, share, statuses } = await createPeerScreens();
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
    const { peers, replies, share, statuses } = await createPeerScreens();
    peers.seen.screens = [];
    await share();
    expect(replies()).toMatchObject([{ ok: false, code: 'no-screen' }]);
    expect([peers.calls, statuses()]).toEqual([[], NOTHING_SHARED]);
  });

  it('ends when privacy begins, by the student or by a policy', async () => {
    for (const begin of ['student', 'policy'] as const) {
      const { clock, peers, policies, replies, screenChanged, share, live, shown, statuses } =
        await createPeerScreens();
      await share({}, { id: 'x' });
      await live({}, { id: 'y' });
      if (begin === 'student') {
        shown.privacy = true;
        screenChanged('statuses');
      } else await policies({ effects: [{ definition: 'EnablePrivacyDefinition', parameters: {} }] });
      await clock.advance(10);
      expect(peers.open(), begin).toEqual([]);
      expect(statuses()).toEqual(NOTHING_SHARED);
      expect(replies().slice(-2)).toMatchObject([
        { id: 'x', ok: false, code: 'privacy' },
        { id: 'y', ok: false, code: 'privacy' },
      ]);
    }
  });
});

describe('a live screen', () => {
  it('is sent to the tutor who asked, under the id of the action', async () => {
    const { live, peers, replies, statuses } = await createPeerScreens();
    await live({ displayId: 'd2' }, { id: 'l1' });
    expect(peers.calls).toMatchObject([
      { what: 'send-screen', peerId: 'p1', reference: 'l1', with: { purpose: 'live', displayId: 'd2' } },
    ]);
    expect(replies()).toMatchObject([{ id: 'l1', ok: true }]);
    // It is a look, not a share.
    expect(statuses()).toEqual(NOTHING_SHARED);
  });

  it('is not sent under privacy, and not of a display that is not there', async () => {
    const { live, peers, replies, shown } = await createPeerScreens();
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
    const { live, peers, replies } = await createPeerScreens();
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
    const { deliver, device, live, peers } = await createPeerScreens();
    await live();
    await live({}, { tutor: 'ben' });
    await deliver(tutorLastWill(SCOPE, 'anna'), '');
    expect(peers.open()).toHaveLength(1);
    await device.stop();
    expect(peers.open()).toEqual([]);
  });

  it('gives way when too many look', async () => {
    const { live, peers, replies } = await createPeerScreens();
    for (let i = 0; i < 9; i++) await live({}, { id: `l${i}` });
    expect(peers.open()).toHaveLength(8);
    expect(replies().filter(({ ok }) => !ok)).toMatchObject([{ id: 'l0', code: 'busy' }]);
  });
});

describe('a tutor with two browsers', () => {
  /** The console at the desk is hidden, and has taken its demands back; the one on the laptop then leaves. */
  async function laptopLeft(
    begin: (device: Awaited<ReturnType<typeof createPeerScreens>>) => Promise<unknown>,
  ) {
    const fixture = await createPeerScreens();
    for (const source of ['desk', 'lap']) await fixture.demand('tabs', { source });
    await begin(fixture);
    await fixture.demand('tabs', { source: 'desk', ttl: 0 });
    await fixture.deliver(tutorLastWill(SCOPE, 'anna'), { source: 'lap' });
    return fixture;
  }

  it('keeps what runs over a connection of the hidden one when the other one leaves', async () => {
    const { deliver, peers, statuses } = await laptopLeft(async ({ broadcast, live, share }) => {
      await broadcast();
      await share();
      await live();
    });
    expect(peers.open().map(({ reference }) => reference)).toEqual(['s1', 's2', expect.any(String)]);
    expect(statuses().ids.toSorted()).toEqual(['s1', 's2']);
    for (const call of peers.open()) await call.end('left');
    expect(statuses()).toEqual(NOTHING_SHARED);
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'desk' });
    expect(statuses()).toEqual(NOTHING_SHARED);
  });

  it('can still be shown again what the student put away', async () => {
    const { device, peers } = await laptopLeft(async (fixture) => {
      await fixture.broadcast();
      await fixture.peers.last().end('refused');
    });
    expect(device.state().refusedBroadcast).toMatchObject({ sessionId: 's1' });
    expect(device.showBroadcast()).toBe(true);
    expect(peers.open()).toHaveLength(1);
  });

  it('has nothing left when both have', async () => {
    const { deliver, peers, statuses } = await laptopLeft(async ({ broadcast, live, share }) => {
      await broadcast();
      await share();
      await live();
    });
    await deliver(tutorLastWill(SCOPE, 'anna'), '');
    expect([peers.open(), statuses()]).toEqual([[], NOTHING_SHARED]);
  });
});
