import { describe, expect, it } from 'vitest';
import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { backchannel } from '#protocol/topics.ts';
import { createFixture, SCOPE } from '../fakes/device-fixture.ts';

describe('a device that is asked for a picture', () => {
  it('takes the primary display at its full size and sends it with the request’s correlation data', async () => {
    const { goOnline, deliver, draws, sent, replies, clock } = createFixture();
    await goOnline();
    const correlationData = new Uint8Array([7, 8]);
    await deliver(
      'demo/riverside/tutors/ben/v1/groups/g1/actions',
      { id: 's', action: 'snapshot', parameters: { quality: 64 }, timeSent: clock.now() },
      { correlationData },
    );
    expect(draws).toMatchObject([
      { displayId: 'd1', width: 1920, height: 1080, quality: 64, format: 'jpeg', single: true },
    ]);
    expect(sent('/thumbnail')).toEqual([
      expect.objectContaining({
        topic: `${backchannel(SCOPE, 'ben')}/c1/thumbnail`,
        qos: 1,
        contentType: 'image/jpeg',
        correlationData,
        userProperties: {
          userId: 'u1',
          authType: 'user',
          display: 'd1',
          primary: '1',
          quality: '64',
          width: '1920',
          height: '1080',
          at: String(clock.now()),
        },
      }),
    ]);
    expect(replies()).toEqual([{ id: 's', action: 'snapshot', ok: true, displays: ['d1'] }]);
  });

  it.each([
    ['its own', { c1: 'd2', c2: 'd1' }, 'd2'],
    ['another’s', { c2: 'd2' }, 'd1'],
    ['one that is gone', { c1: 'd9' }, 'd1'],
  ])('takes the display that the map names: %s', async (_, clientDisplayMap, displayId) => {
    const { goOnline, act, draws, replies } = createFixture();
    await goOnline();
    await act('snapshot', { quality: 50, format: 'webp', clientDisplayMap });
    expect(draws).toMatchObject([{ displayId, format: 'webp' }]);
    expect(replies()).toMatchObject([{ displays: [displayId] }]);
  });

  it('shows nothing while privacy is on', async () => {
    const { goOnline, act, draws, shown, sent, replies } = createFixture();
    await goOnline();
    shown.privacy = true;
    await act('snapshot', { quality: 50 });
    expect(draws).toEqual([]);
    expect(sent('/thumbnail')).toEqual([]);
    expect(replies()).toMatchObject([{ ok: false, code: 'privacy' }]);
  });

  it('shows nothing when privacy went on while the picture was taken', async () => {
    const { goOnline, act, draws, shown, sent, replies } = createFixture();
    await goOnline();
    shown.onDraw = () => {
      shown.privacy = true;
    };
    await act('snapshot', { quality: 50 });
    expect(draws).toHaveLength(1);
    expect(sent('/thumbnail')).toEqual([]);
    expect(replies()).toMatchObject([{ ok: false, code: 'privacy' }]);
  });

  it('lowers the quality of a picture that would not pass the broker', async () => {
    const { goOnline, act, shown, sent, replies } = createFixture();
    await goOnline();
    shown.pictureBytes = MAX_THUMBNAIL_BYTES / 30;
    await act('snapshot', { quality: 100 });
    expect(sent('/thumbnail')).toMatchObject([{ userProperties: { quality: '25' } }]);
    expect(replies()).toMatchObject([{ ok: true }]);
  });

  it('takes it again when the request is repeated, and again sends both picture and answer', async () => {
    const { goOnline, act, draws, sent, replies, done } = createFixture();
    await goOnline();
    await act('snapshot', { quality: 50 }, { id: 's' });
    await act('snapshot', { quality: 50 }, { id: 's' });
    expect([draws.length, sent('/thumbnail').length, replies().length]).toEqual([2, 2, 2]);
    expect(done).toHaveLength(1);
  });

  it('sends the picture again when the connection broke before the broker had it', async () => {
    const { goOnline, act, lose, broker, sent, clock } = createFixture();
    await goOnline();
    broker.acknowledge = false;
    await act('snapshot', { quality: 50 });
    await lose();
    broker.acknowledge = true;
    await clock.advance(2_000);
    await goOnline(['g1'], true);
    expect(sent('/thumbnail')).toHaveLength(2);
  });
});
