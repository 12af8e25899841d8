import { describe, expect, it } from 'vitest';
import { stopScreenShares, tutorLastWill } from '#protocol/topics.ts';
import { createFixture, SCOPE } from '../fakes/device-fixture.ts';

async function online() {
  const fixture = createFixture();
  await fixture.goOnline();
  await fixture.demand('statuses', { frequency: 0, tutor: 'carl' });
  return fixture;
}
type Fixture = Awaited<ReturnType<typeof online>>;
const statuses = ({ sent }: Fixture) => {
  const { shareScreen, screenShared, screenshareSessionIds } = JSON.parse(
    String(sent('/statuses').at(-1)?.payload),
  );
  return { shareScreen, screenShared, ids: screenshareSessionIds };
};
const broadcast = ({ act }: Fixture, id = 's1', wish: { tutor?: string } = {}) =>
  act('broadcast', { session: { id, peerId: 'p', tutorName: 'Anna Berg' } }, wish);

describe('a device and shared screens', () => {
  it('shows a tutor’s screen until it is stopped', async () => {
    const fixture = await online();
    await broadcast(fixture);
    expect(fixture.device.state().broadcast).toEqual({
      sessionId: 's1',
      tutorId: 'anna',
      tutorName: 'Anna Berg',
    });
    expect(statuses(fixture)).toEqual({ shareScreen: false, screenShared: true, ids: ['s1'] });
    await fixture.act('stopShareScreen', { sessionId: 'other' });
    expect(statuses(fixture).ids).toEqual(['s1']);
    await fixture.act('stopShareScreen', { sessionId: 's1' });
    expect(statuses(fixture)).toEqual({ shareScreen: false, screenShared: false, ids: [] });
    await fixture.device.stop();
    expect(fixture.clock.pending()).toBe(0);
  });

  it('reports a repeated announcement no more, and ends a broadcast that is announced no more', async () => {
    const fixture = await online();
    const { act, clock, sent } = fixture;
    await broadcast(fixture);
    const before = sent('/statuses').length;
    await broadcast(fixture);
    expect(sent('/statuses')).toHaveLength(before);
    for (let i = 0; i < 5; i++) {
      await clock.advance(30_000);
      expect(fixture.device.state().broadcast).toBeDefined();
      await act('broadcast', { session: { id: 's1', peerId: 'p', tutorName: 'Anna Berg' } });
    }
    await clock.advance(35_000);
    expect(fixture.device.state().broadcast).toBeUndefined();
    await broadcast(fixture);
    await fixture.device.stop();
    expect(clock.pending()).toBe(0);
  });

  it('shares the display that was asked for, or the primary one', async () => {
    const fixture = await online();
    await fixture.act('shareScreen', { displayId: 'd2', session: { id: 's2', tutorName: 'Anna Berg' } });
    await fixture.act('shareScreen', { session: { id: 's3' } });
    await fixture.act('shareScreen', { displayId: 'gone', session: { id: 's4' } }, { id: 'bad' });
    expect(fixture.device.state().shares).toEqual([
      { sessionId: 's2', tutorId: 'anna', tutorName: 'Anna Berg', displayId: 'd2' },
      { sessionId: 's3', tutorId: 'anna', displayId: 'd1' },
    ]);
    expect(statuses(fixture)).toEqual({ shareScreen: true, screenShared: false, ids: ['s2', 's3'] });
    expect(fixture.replies().at(-1)).toMatchObject({ id: 'bad', ok: false, code: 'refused' });
  });

  it('says so where there is no screen to share', async () => {
    const fixture = createFixture({ displays: [] });
    await fixture.goOnline();
    await fixture.act('shareScreen', { session: { id: 's2' } });
    expect(fixture.replies()).toMatchObject([{ ok: false, code: 'no-screen' }]);
    expect(fixture.device.state().shares).toEqual([]);
  });

  it('shares nothing while privacy is on', async () => {
    const fixture = await online();
    fixture.shown.privacy = true;
    await fixture.act('shareScreen', { session: { id: 's2' } });
    expect(fixture.replies()).toMatchObject([{ ok: false, code: 'privacy' }]);
    expect(fixture.device.state().shares).toEqual([]);
  });

  it('ends every session when no one is named', async () => {
    const fixture = await online();
    await broadcast(fixture);
    await fixture.act('shareScreen', { session: { id: 's2' } });
    await fixture.act('stopShareScreen');
    expect(statuses(fixture)).toEqual({ shareScreen: false, screenShared: false, ids: [] });
  });

  it('ends the sessions that any tutor asks to end, and no others', async () => {
    const fixture = await online();
    const { act, deliver, device } = fixture;
    await broadcast(fixture);
    await act('shareScreen', { session: { id: 's2' } });
    await act('shareScreen', { session: { id: 's3' } });
    const topic = stopScreenShares(SCOPE, 'ben');
    await deliver(topic, { sessionIds: ['s1', 's3'] });
    expect(statuses(fixture)).toEqual({ shareScreen: true, screenShared: false, ids: ['s2'] });
    await deliver(topic, { sessionIds: [] });
    await deliver(topic, { sessionIds: 's2' });
    await deliver(topic, { sessionIds: ['s2'] }, { retain: true });
    expect(device.counters.dropped).toEqual({ 'stop-screen-shares': 2, retained: 1 });
    expect(statuses(fixture).ids).toEqual(['s2']);
  });

  it('ends a tutor’s sessions when the last browser of that tutor is gone', async () => {
    const fixture = await online();
    const { act, demand, deliver } = fixture;
    await demand('tabs', { tutor: 'anna', source: 'desk' });
    await demand('tabs', { tutor: 'anna', source: 'lap' });
    await broadcast(fixture);
    await act('shareScreen', { session: { id: 's2' } }, { tutor: 'ben' });
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'desk' });
    expect(statuses(fixture).ids).toEqual(['s1', 's2']);
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'lap' });
    expect(statuses(fixture).ids).toEqual(['s2']);
  });
});
