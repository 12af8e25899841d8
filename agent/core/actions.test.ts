import { describe, expect, it } from 'vitest';
import { createFixture } from './device-fixture.ts';

describe('a device with actions', () => {
  it('acts once on a repeated id and gives the same answer again', async () => {
    const { goOnline, act, shown, replies, device } = createFixture();
    await goOnline();
    await act('notification', { title: 'Hi', message: 'Save now' }, { id: 'n1' });
    await act('notification', { title: 'Hi', message: 'Save now' }, { id: 'n1' });
    expect(shown.notifications).toEqual(['Save now']);
    expect(replies()).toEqual([
      { id: 'n1', action: 'notification', ok: true },
      { id: 'n1', action: 'notification', ok: true },
    ]);
    expect(device.counters.dropped).toEqual({ 'repeated-action': 1 });
  });

  it('forgets an id after its TTL', async () => {
    const { goOnline, act, shown, clock } = createFixture();
    await goOnline();
    await act('notification', { message: 'one' }, { id: 'n1' });
    await clock.advance(600_000);
    await act('notification', { message: 'one' }, { id: 'n1' });
    expect(shown.notifications).toHaveLength(2);
  });

  it('refuses what has expired', async () => {
    const { goOnline, act, replies, device, clock } = createFixture();
    await goOnline();
    await act('mute', {}, { timeSent: clock.now() - 60_001 });
    expect(replies()).toMatchObject([{ ok: false, code: 'expired' }]);
    expect(device.state().muted).toBe(false);
  });

  it('trusts the broker’s expiry more than the clock of the sender', async () => {
    const { goOnline, deliver, device, clock } = createFixture();
    await goOnline();
    const action = { id: 'm', action: 'mute', parameters: {}, timeSent: clock.now() - 300_000 };
    await deliver('demo/riverside/tutors/anna/v1/groups/g1/actions', action, { expirySeconds: 58 });
    expect(device.state().muted).toBe(true);
  });

  it('answers with the correlation data of the request, to the tutor who asked', async () => {
    const { goOnline, deliver, sent, clock } = createFixture();
    await goOnline();
    const correlationData = new Uint8Array([1, 2, 3]);
    await deliver(
      'demo/riverside/tutors/ben/v1/users/u1/actions',
      { id: 'p', action: 'ping', timeSent: clock.now() },
      { correlationData },
    );
    expect(sent('/reply')).toMatchObject([
      { topic: 'demo/riverside/tutors/ben/v1/backchannel/c1/reply', correlationData, qos: 1 },
    ]);
  });

  it.each(['poll', 'remoteControl', 'collectFiles', 'somethingNew'])(
    'answers %s as unsupported',
    async (action) => {
      const { goOnline, act, replies } = createFixture();
      await goOnline();
      await act(action);
      expect(replies()).toMatchObject([{ action, ok: false, code: 'unsupported' }]);
    },
  );

  it.each([
    ['launch', { url: 'javascript:alert(1)' }],
    ['launch', {}],
    ['lock', { url: 'file:///etc/passwd' }],
    ['closeTabs', { tabIds: 'all' }],
    ['userInputs', {}],
  ])('refuses %s with %j as invalid', async (action, parameters) => {
    const { goOnline, act, replies } = createFixture();
    await goOnline();
    await act(action, parameters);
    expect(replies()).toMatchObject([{ ok: false, code: 'invalid' }]);
  });

  it('locks with the words of a rich text, and unlocks', async () => {
    const { goOnline, act, device } = createFixture();
    await goOnline();
    await act('lock', { content: '<p>Look &amp; <b>listen</b></p><script>alert(1)</script>' });
    expect(device.state().lock).toEqual({ name: 'message', text: 'Look & listen' });
    await act('unlock');
    expect(device.state().lock).toBeUndefined();
  });

  it('keeps an alias, blocked inputs and the muted sound', async () => {
    const { goOnline, act, device } = createFixture();
    await goOnline();
    await act('setAlias', { alias: '  Window seat ' });
    await act('userInputs', { block: true });
    await act('mute');
    expect(device.state()).toMatchObject({ alias: 'Window seat', inputsBlocked: true, muted: true });
  });

  it('says which tabs it closed, and refuses to focus one that is gone', async () => {
    const { goOnline, act, replies } = createFixture();
    await goOnline();
    await act('closeTabs', { tabIds: ['t1', 'gone'] });
    await act('focusTab', { tabId: 'gone' });
    expect(replies()).toMatchObject([
      { ok: true, closed: ['t1'] },
      { ok: false, code: 'refused' },
    ]);
  });

  it('shows the display that a tutor chose', async () => {
    const { goOnline, demand, act, draws } = createFixture();
    await goOnline();
    await demand('thumbnails');
    await act('setThumbnailDisplay', { displayId: 'd2' });
    expect(draws.at(-1)?.displayId).toBe('d2');
  });

  it('sends a reply again when the connection broke before it was acknowledged, and then no more', async () => {
    const { goOnline, act, lose, shown, replies, clock } = createFixture();
    await goOnline();
    shown.acknowledge = false;
    await act('ping', {}, { id: 'p1' });
    await lose();
    await clock.advance(2_000);
    shown.acknowledge = true;
    await goOnline(['g1'], true);
    expect(replies()).toMatchObject([{ id: 'p1' }, { id: 'p1' }]);
    await lose();
    await clock.advance(2_000);
    await goOnline(['g1'], true);
    expect(replies()).toHaveLength(2);
  });

  it('gives up a reply that nobody waits for any more', async () => {
    const { goOnline, act, lose, shown, replies, clock } = createFixture();
    await goOnline();
    shown.acknowledge = false;
    await act('ping');
    await lose();
    await clock.advance(61_000);
    await goOnline(['g1']);
    expect(replies()).toHaveLength(1);
  });
});
