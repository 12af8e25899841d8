import { describe, expect, it } from 'vitest';
import { tutorLastWill } from '#protocol/topics.ts';
import { createFixture, SCOPE } from '../fakes/device-fixture.ts';

const suspend = (suspended: boolean) => ({ clients: { c1: { suspend: suspended, visible: !suspended } } });

describe('a device that one tutor asks from two browsers', () => {
  it('answers the second browser at once, pictures included, and uploads once for both', async () => {
    const { goOnline, demand, draws, sent, clock, device } = createFixture();
    await goOnline();
    await demand('thumbnails', { source: 'desk' });
    await clock.advance(7_000);
    const pictures = sent('/thumbnail').length;
    await clock.advance(1_500);
    expect(sent('/thumbnail')).toHaveLength(pictures);
    await demand('thumbnails', { source: 'lap' });
    expect(sent('/thumbnail')).toHaveLength(pictures + 1);
    expect(device.demands()).toBe(2);
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(2);
  });

  it('keeps the phase of its pictures when either browser renews its demand', async () => {
    const { goOnline, demand, draws, clock } = createFixture();
    await goOnline();
    await demand('thumbnails', { source: 'desk' });
    await clock.advance(7_000);
    await demand('thumbnails', { source: 'lap' });
    await clock.advance(1_500);
    draws.length = 0;
    await demand('thumbnails', { source: 'desk' });
    await demand('thumbnails', { source: 'lap' });
    expect(draws).toHaveLength(0);
  });

  it('sends the same picture to the same topic once a second, however many ask', async () => {
    const { goOnline, demand, draws, clock } = createFixture();
    await goOnline();
    // Seldom, so that no beat falls between.
    const seldom = { frequency: 3_600_000 };
    for (const source of ['a', 'b', 'c', 'd']) await demand('thumbnails', { ...seldom, source });
    await demand('thumbnails', { ...seldom, tutor: 'ben' });
    expect(draws).toHaveLength(1);
    await clock.advance(999);
    expect(draws).toHaveLength(1);
    await clock.advance(1);
    expect(draws).toHaveLength(2);
    await clock.advance(10_000);
    expect(draws).toHaveLength(2);
  });

  it('still owes the picture of that second when something else changes meanwhile', async () => {
    const { goOnline, demand, draws, clock } = createFixture();
    await goOnline();
    const seldom = { frequency: 3_600_000 };
    await demand('thumbnails', { ...seldom, source: 'a' });
    await clock.advance(400);
    await demand('thumbnails', { ...seldom, source: 'b' });
    await demand('thumbnails', { ...seldom, source: 'a', ttl: 0 });
    await clock.advance(599);
    expect(draws).toHaveLength(1);
    await clock.advance(1);
    expect(draws).toHaveLength(2);
  });

  it('does not wait for that second where the newcomer asks for a better picture', async () => {
    const { goOnline, demand, draws } = createFixture();
    await goOnline();
    await demand('thumbnails', { source: 'desk', parameters: { quality: 10 } });
    await demand('thumbnails', { source: 'lap', parameters: { quality: 60 } });
    expect(draws.map(({ quality }) => quality)).toEqual([10, 60]);
  });

  it('ends only the demands of the browser that cancels', async () => {
    const { goOnline, demand, device, draws, clock } = createFixture();
    await goOnline();
    for (const source of ['desk', 'lap']) await demand('thumbnails', { source });
    await demand('thumbnails');
    await demand('thumbnails', { source: 'lap', ttl: 0 });
    expect(device.demands()).toBe(2);
    await demand('thumbnails', { ttl: 0 });
    expect(device.demands()).toBe(1);
    await clock.advance(1_000);
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(2);
  });

  it('suspends pictures only when both browsers do', async () => {
    const { goOnline, demand, act, draws, clock, replies } = createFixture();
    await goOnline();
    for (const source of ['desk', 'lap']) await demand('thumbnails', { source });
    await act('patchDemand', { ...suspend(true), source: 'desk' });
    expect(replies().at(-1)).toMatchObject({ ok: true, patched: 1 });
    await clock.advance(1_000);
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(2);
    await act('patchDemand', { ...suspend(true), source: 'lap' });
    draws.length = 0;
    await clock.advance(10_000);
    expect(draws).toHaveLength(0);
  });

  it('ends the demands of the browser that the last will names, and all of them where it names none', async () => {
    const { goOnline, demand, device, deliver } = createFixture();
    await goOnline();
    for (const source of ['desk', 'lap', 'phone']) await demand('tabs', { source });
    await demand('tabs', { tutor: 'ben', source: 'lap' });
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'lap' });
    expect(device.demands()).toBe(3);
    await deliver(tutorLastWill(SCOPE, 'anna'), '');
    expect(device.demands()).toBe(1);
  });

  it('keeps what the browser asked for over a later connection than the one that the last will is of', async () => {
    const { goOnline, demand, act, draws, device, deliver } = createFixture();
    await goOnline();
    await demand('thumbnails', { source: 'desk', since: 5 });
    await demand('tabs', { source: 'desk', since: 5 });
    await act('setThumbnailDisplay', { displayId: 'd2' });
    await demand('thumbnails', { source: 'desk', since: 8 });
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'desk', since: 5 });
    expect(device.demands()).toBe(1);
    // The tutor has not left.
    await demand('thumbnails', { source: 'lap' });
    expect(draws.at(-1)?.displayId).toBe('d2');
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'desk', since: 8 });
    expect(device.demands()).toBe(1);
  });

  it.each([
    ['of a last will that does not say of which connection it is', { since: 8 }, { source: 'desk' }],
    ['of a browser that does not say it in its demands', {}, { source: 'desk', since: 5 }],
    ['of a session that goes on over a later connection', { since: 5 }, { source: 'desk', since: 8 }],
    ['of the whole tutor', { since: 8 }, { since: 5 }],
  ])('ends the demands %s', async (_, asked, will) => {
    const { goOnline, demand, device, deliver } = createFixture();
    await goOnline();
    await demand('tabs', { source: 'desk', ...asked });
    await deliver(tutorLastWill(SCOPE, 'anna'), will);
    expect(device.demands()).toBe(0);
  });

  it('forgets the display that a tutor chose only with the last of the tutor’s browsers', async () => {
    const { goOnline, demand, act, draws, clock, deliver } = createFixture();
    await goOnline();
    for (const source of ['desk', 'lap']) await demand('thumbnails', { source });
    await act('setThumbnailDisplay', { displayId: 'd2' });
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'lap' });
    draws.length = 0;
    await clock.advance(5_000);
    expect(draws.map(({ displayId }) => displayId)).toEqual(['d2']);
    await deliver(tutorLastWill(SCOPE, 'anna'), { source: 'desk' });
    await demand('thumbnails', { source: 'desk' });
    expect(draws.at(-1)?.displayId).toBe('d1');
  });

  it('drops and counts a demand whose source is too long', async () => {
    const { goOnline, demand, device } = createFixture();
    await goOnline();
    await demand('tabs', { source: 'x'.repeat(65) });
    expect(device.counters.dropped).toEqual({ demand: 1 });
  });
});
