import { describe, expect, it } from 'vitest';
import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { backchannel, groupFeedback, tutorLastWill } from '#protocol/topics.ts';
import { createFixture, group, own, SCOPE } from '../fakes/device-fixture.ts';

const suspend = (suspended: boolean) => ({ clients: { c1: { suspend: suspended, visible: !suspended } } });

describe('a device with demands', () => {
  it('answers a new demand at once and then at its frequency', async () => {
    const { goOnline, demand, sent, clock } = createFixture();
    await goOnline();
    await demand('tabs', { frequency: 5_000 });
    expect(sent('/tabs')).toHaveLength(1);
    await clock.advance(20_000);
    expect(sent('/tabs')).toHaveLength(5);
  });

  it('lowers the quality of a thumbnail that would not pass the broker', async () => {
    const { goOnline, demand, shown, sent, device } = createFixture();
    await goOnline();
    shown.pictureBytes = MAX_THUMBNAIL_BYTES / 30;
    await demand('thumbnails', { parameters: { quality: 100 } });
    expect(sent('/thumbnail')).toMatchObject([{ userProperties: { quality: '25' } }]);
    expect(device.counters.dropped).toEqual({});
  });

  it('counts a thumbnail that passes at no quality', async () => {
    const { goOnline, demand, shown, sent, draws, device } = createFixture();
    await goOnline();
    shown.pictureBytes = MAX_THUMBNAIL_BYTES + 1;
    await demand('thumbnails', { parameters: { quality: 100 } });
    expect(sent('/thumbnail')).toEqual([]);
    expect(draws.map(({ quality }) => quality)).toEqual([100, 50, 25, 12, 6, 3, 1]);
    expect(device.counters.dropped).toEqual({ 'thumbnail-too-large': 1 });
  });

  it('sends nothing that nobody asked for', async () => {
    const { goOnline, clock, transports, draws } = createFixture();
    await goOnline();
    const before = transports[0]?.published.length;
    await clock.advance(60_000);
    expect(transports[0]?.published.length).toBe(before);
    expect(draws).toHaveLength(0);
  });

  it('answers frequency 0 on change only', async () => {
    const { goOnline, demand, sent, clock, screenChanged } = createFixture();
    await goOnline();
    await demand('tabs', { frequency: 0 });
    await clock.advance(60_000);
    expect(sent('/tabs')).toHaveLength(1);
    screenChanged('tabs');
    expect(sent('/tabs')).toHaveLength(2);
  });

  it('sends statuses on change and every ten seconds', async () => {
    const { goOnline, demand, sent, clock, act } = createFixture();
    await goOnline();
    await demand('statuses', { frequency: 0 });
    await clock.advance(30_000);
    expect(sent('/statuses')).toHaveLength(4);
    await act('mute');
    expect(JSON.parse(String(sent('/statuses').at(-1)?.payload))).toMatchObject({
      muteSources: { action: true },
    });
  });

  it('uploads once for two tutors of a group, at the highest rate, quality and size', async () => {
    const { goOnline, demand, draws, clock } = createFixture();
    await goOnline();
    await demand('thumbnails', {
      tutor: 'anna',
      frequency: 10_000,
      parameters: { quality: 20, width: 640, height: 360 },
    });
    await demand('thumbnails', { tutor: 'ben', frequency: 2_000, parameters: { quality: 45 } });
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(5);
    expect(draws[0]).toMatchObject({ quality: 45, width: 640, height: 360, displayId: 'd1' });
  });

  it('uploads once for each distinct response topic', async () => {
    const { goOnline, demand, sent } = createFixture();
    await goOnline();
    await demand('thumbnails');
    await demand('thumbnails', { to: own });
    expect(sent('/thumbnail').map(({ topic }) => topic)).toEqual([
      `${groupFeedback(SCOPE, 'g1')}/c1/thumbnail`,
      `${backchannel(SCOPE, 'anna')}/c1/thumbnail`,
    ]);
  });

  it('ends a demand after its TTL and at a TTL of 0', async () => {
    const { goOnline, demand, device, clock } = createFixture();
    await goOnline();
    await demand('tabs', { ttl: 8_000 });
    await demand('info');
    expect(device.demands()).toBe(2);
    await clock.advance(8_000);
    expect(device.demands()).toBe(1);
    await demand('info', { ttl: 0 });
    expect(device.demands()).toBe(0);
  });

  it('takes a demand that a console repeats to one client for the demand of its group', async () => {
    const { goOnline, demand, device } = createFixture();
    await goOnline();
    await demand('tabs');
    await demand('tabs', { to: own, responseTopic: groupFeedback(SCOPE, 'g1') });
    expect(device.demands()).toBe(1);
    await demand('tabs', { ttl: 0 });
    expect(device.demands()).toBe(0);
  });

  it('ends what a tutor demanded at that tutor’s last will, and nothing else', async () => {
    const { goOnline, demand, device, deliver } = createFixture();
    await goOnline();
    await demand('tabs', { tutor: 'anna' });
    await demand('tabs', { tutor: 'ben' });
    await deliver(tutorLastWill(SCOPE, 'anna'), '');
    expect(device.demands()).toBe(1);
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['a source that is none', { source: '' }],
  ])('drops and counts a tutor’s last will with %s', async (_, payload) => {
    const { goOnline, demand, device, deliver } = createFixture();
    await goOnline();
    await demand('tabs');
    await deliver(tutorLastWill(SCOPE, 'anna'), payload);
    expect(device.demands()).toBe(1);
    expect(device.counters.dropped).toEqual({ 'last-will': 1 });
  });

  it('suspends thumbnails only when every interested tutor does, and resumes at once', async () => {
    const { goOnline, demand, act, draws, clock } = createFixture();
    await goOnline();
    await demand('thumbnails', { tutor: 'anna' });
    await demand('thumbnails', { tutor: 'ben' });
    await act('patchDemand', suspend(true), { tutor: 'anna' });
    await clock.advance(1_000);
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(2);
    await act('patchDemand', suspend(true), { tutor: 'ben' });
    draws.length = 0;
    await clock.advance(20_000);
    expect(draws).toHaveLength(0);
    await act('patchDemand', suspend(false), { tutor: 'ben' });
    expect(draws).toHaveLength(1);
  });

  it('keeps a patch when its demand is renewed and forgets it when the demand ends', async () => {
    const { goOnline, demand, act, draws, clock } = createFixture();
    await goOnline();
    await demand('thumbnails');
    await act('patchDemand', suspend(true));
    await demand('thumbnails');
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(0);
    await demand('thumbnails', { ttl: 0 });
    await demand('thumbnails');
    expect(draws).toHaveLength(1);
  });

  it('uploads the union of the displays that tutors chose, the primary one by default', async () => {
    const { goOnline, demand, act, sent, clock } = createFixture();
    await goOnline();
    await demand('thumbnails', { tutor: 'anna' });
    await demand('thumbnails', { tutor: 'ben' });
    await act('patchDemand', { clients: { c1: { clientDisplayMap: { c1: 'd2' } } } }, { tutor: 'ben' });
    const before = sent('/thumbnail').length;
    await clock.advance(5_000);
    const round = sent('/thumbnail').slice(before);
    expect(round.map(({ userProperties }) => [userProperties?.display, userProperties?.primary])).toEqual([
      ['d1', '1'],
      ['d2', '0'],
    ]);
  });

  it('uploads every display that the screens of one console show, until one is left', async () => {
    const { goOnline, demand, act, draws, clock } = createFixture();
    await goOnline();
    await demand('thumbnails');
    const round = async () => {
      draws.length = 0;
      await clock.advance(5_000);
      return draws.map(({ displayId }) => displayId);
    };
    await act('patchDemand', { clients: { c1: { clientDisplayMap: { c1: 'd2' }, displays: ['d1', 'd2'] } } });
    expect(await round()).toEqual(['d1', 'd2']);
    await act('patchDemand', { clients: { c1: { clientDisplayMap: { c1: 'd2' }, displays: [] } } });
    expect(await round()).toEqual(['d2']);
  });

  it('changes by a patch to one client only what was asked of that client, not of its group', async () => {
    const { goOnline, demand, act, sent, clock } = createFixture();
    const client = { to: 'client', authType: 'user', userId: 'u1', clientId: 'c1' } as const;
    await goOnline();
    await demand('thumbnails');
    await demand('thumbnails', { to: client });
    await act('patchDemand', suspend(true), { to: client });
    const before = sent('/thumbnail').length;
    await clock.advance(5_000);
    expect(sent('/thumbnail').slice(before)).toHaveLength(1);
    expect(sent('/thumbnail').at(-1)?.topic).toContain('/groups/');
  });

  it('falls back to the primary display when the chosen one is not there', async () => {
    const { goOnline, demand, act, draws, clock } = createFixture();
    await goOnline();
    await demand('thumbnails');
    await act('patchDemand', { clients: { c1: { clientDisplayMap: { c1: 'gone' } } } });
    draws.length = 0;
    await clock.advance(5_000);
    expect(draws.map(({ displayId }) => displayId)).toEqual(['d1']);
  });

  it('does not change a client that a patch does not name', async () => {
    const { goOnline, demand, act, draws, clock, replies } = createFixture();
    await goOnline();
    await demand('thumbnails');
    await act('patchDemand', { clients: { other: { suspend: true } } });
    draws.length = 0;
    await clock.advance(5_000);
    expect(draws).toHaveLength(1);
    expect(replies().at(-1)).toMatchObject({ ok: true, patched: 0 });
  });

  it('takes no picture and names no tab while privacy is on', async () => {
    const { goOnline, demand, shown, draws, sent, clock } = createFixture();
    shown.privacy = true;
    await goOnline();
    await demand('thumbnails');
    await demand('tabs');
    await demand('statuses');
    await clock.advance(10_000);
    expect(draws).toHaveLength(0);
    expect(JSON.parse(String(sent('/tabs')[0]?.payload)).tabs).toEqual([]);
    expect(JSON.parse(String(sent('/statuses')[0]?.payload)).privacy).toBe(true);
  });

  it('sends no picture when privacy went on while it was taken', async () => {
    const { goOnline, demand, shown, draws, sent, clock } = createFixture();
    await goOnline();
    shown.onDraw = () => {
      shown.privacy = true;
    };
    await demand('thumbnails');
    await clock.advance(5_000);
    expect(draws).toHaveLength(1);
    expect(sent('/thumbnail')).toEqual([]);
  });

  it('sends a picture that is asked on change only when it is another one', async () => {
    const { goOnline, demand, draws, shown, clock } = createFixture();
    await goOnline();
    await demand('thumbnails', { frequency: 0 });
    await clock.advance(5_000);
    expect(draws).toHaveLength(1);
    shown.version++;
    await clock.advance(1_000);
    expect(draws).toHaveLength(2);
  });

  it.each([
    ['an unknown type', { 'demand-type': 'secrets', frequency: 0, TTL: 1_000 }, 'demand'],
    [
      'a type that it does not serve',
      { 'demand-type': 'liveScreen', frequency: 0, TTL: 1_000 },
      'demand-type:liveScreen',
    ],
    ['bad parameters', { 'demand-type': 'thumbnails', frequency: 0, TTL: 1_000 }, 'demand-parameters'],
    ['no JSON', 'nonsense', 'demand'],
  ])('drops and counts %s', async (_, payload, reason) => {
    const { goOnline, deliver, device } = createFixture();
    await goOnline();
    await deliver('demo/riverside/tutors/anna/v1/groups/g1/demands', payload, {
      responseTopic: groupFeedback(SCOPE, 'g1'),
    });
    expect(device.demands()).toBe(0);
    expect(device.counters.dropped).toEqual({ [reason]: 1 });
  });

  it('sends no feedback to a topic that is neither its group’s nor the tutor’s', async () => {
    const { goOnline, demand, device } = createFixture();
    await goOnline();
    await demand('tabs', { responseTopic: backchannel(SCOPE, 'someone-else') });
    await demand('tabs', { to: group(), responseTopic: 'demo/other-site/groups/g1/feedback' });
    expect(device.counters.dropped).toEqual({ 'response-topic': 2 });
  });
});
