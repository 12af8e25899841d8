import { describe, expect, it } from 'vitest';
import { backchannel } from '#protocol/topics.ts';
import { EXAMPLES } from '../fakes/action-examples.ts';
import { createFixture, SCOPE } from '../fakes/device-fixture.ts';

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

  it('remembers what became of a poll for as long as it may be open', async () => {
    const { goOnline, act, replies, device, clock, done } = createFixture({
      tokenLifeMs: 24 * 3_600_000,
    });
    await goOnline();
    const timeSent = clock.now();
    await act('poll', EXAMPLES.poll, { id: 'q', timeSent });
    device.answerPoll('A');
    await clock.advance(3 * 3_600_000);
    device.dismissPoll();
    const before = replies().length;
    await act('poll', EXAMPLES.poll, { id: 'q', timeSent });
    expect(replies().slice(before)).toMatchObject([
      { id: 'q', 'feedback-type': 'shown' },
      { id: 'q', 'feedback-type': 'dismissed' },
    ]);
    expect([device.state().poll, done.length]).toEqual([undefined, 1]);
    await clock.advance(9 * 3_600_000);
    await act('poll', EXAMPLES.poll, { id: 'q' });
    expect(device.state().poll).toBeDefined();
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
      { topic: `${backchannel(SCOPE, 'ben')}/c1/reply`, correlationData, qos: 1 },
    ]);
  });

  it('answers an action that fails, and does the next one', async () => {
    const { goOnline, act, replies, machine, shown } = createFixture();
    await goOnline();
    machine.inventory = () => Promise.reject(new Error('no disk'));
    await act('updateDeviceInventory');
    shown.notifications.push = () => {
      throw new Error('no desktop');
    };
    await act('notification', { message: 'Hi' });
    await act('ping');
    expect(replies()).toMatchObject([
      { ok: false, code: 'failed' },
      { ok: false, code: 'failed' },
      { ok: true },
    ]);
  });

  it('answers once what is repeated while it is being done', async () => {
    const { goOnline, act, replies, machine, clock, done } = createFixture();
    await goOnline();
    let finish = (_: { inventoryResults: object; softwareResults: object }) => {};
    let begun = 0;
    machine.inventory = () =>
      new Promise((resolve) => {
        begun++;
        finish = (inventory) => resolve(inventory as never);
      });
    await act('updateDeviceInventory', {}, { id: 'i' });
    await act('updateDeviceInventory', {}, { id: 'i' });
    expect(replies()).toEqual([]);
    finish({ inventoryResults: {}, softwareResults: {} });
    await clock.advance(0);
    expect(replies()).toMatchObject([{ id: 'i', ok: true }]);
    expect([begun, done.length]).toEqual([1, 1]);
  });

  it('repeats the first answer and the newest one of an action with more to say', async () => {
    const { goOnline, act, replies, device } = createFixture();
    await goOnline();
    await act('poll', EXAMPLES.poll, { id: 'q' });
    device.answerPoll('A');
    device.answerPoll('B');
    const before = replies().length;
    await act('poll', EXAMPLES.poll, { id: 'q' });
    expect(replies().slice(before)).toMatchObject([
      { id: 'q', 'feedback-type': 'shown' },
      { id: 'q', 'feedback-type': 'changed', answer: 'B' },
    ]);
  });

  it('keeps the ids of two tutors apart', async () => {
    const { goOnline, act, shown } = createFixture();
    await goOnline();
    await act('notification', { message: 'one' }, { id: 'n', tutor: 'anna' });
    await act('notification', { message: 'two' }, { id: 'n', tutor: 'ben' });
    expect(shown.notifications).toEqual(['one', 'two']);
  });

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
    expect(device.state().lock).toEqual({
      name: 'message',
      text: 'Look & listen',
      blocks: [
        { heading: 0, align: 'left', depth: 0, runs: [{ text: 'Look & ' }, { text: 'listen', bold: true }] },
      ],
    });
    await act('unlock');
    expect(device.state().lock).toBeUndefined();
  });

  it('keeps an alias, blocked inputs and the muted sound', async () => {
    const { goOnline, act, device, demand, sent } = createFixture();
    await goOnline();
    await demand('statuses', { frequency: 0 });
    const statuses = () => JSON.parse(String(sent('/statuses').at(-1)?.payload));
    await act('setAlias', { alias: '  Window seat ' });
    await act('userInputs', { block: true });
    await act('mute');
    expect(device.state()).toMatchObject({ alias: 'Window seat', inputsBlocked: true, muted: true });
    expect(statuses()).toMatchObject({ inputsBlocked: true, muteSources: { action: true } });
    await act('userInputs', { block: false });
    expect(statuses().inputsBlocked).toBe(false);
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

  it('says after a second that a window which asks to save is still open', async () => {
    const { goOnline, act, replies, shown, clock } = createFixture();
    await goOnline();
    const program = { appId: 'Writer', title: 'Essay', active: true, icon: undefined };
    shown.applications = ['w1', 'w2'].map((windowId) => ({ ...program, windowId }));
    shown.refusing = ['w2'];
    await act('closeApps', { appIds: ['w1', 'w2'] });
    expect(replies()).toEqual([]);
    await clock.advance(1_000);
    expect(replies()).toMatchObject([{ ok: true, closed: ['w1'] }]);
  });

  it('says that a program could not be started', async () => {
    const { goOnline, act, replies, shown } = createFixture();
    await goOnline();
    shown.launches = { ok: false, code: 'not-found' };
    await act('launch', { command: 'gone.exe' });
    expect(replies()).toMatchObject([{ ok: false, code: 'not-found' }]);
  });

  it('refuses to focus a window that is gone', async () => {
    const { goOnline, act, replies } = createFixture({ abilities: ['focusApp'] });
    await goOnline();
    await act('focusApp', { appId: 'w1' });
    await act('focusApp', { appId: 'gone' });
    expect(replies()).toMatchObject([{ ok: true }, { ok: false, code: 'refused' }]);
  });

  it('confirms no closing where the device can close nothing', async () => {
    const { goOnline, act, replies, shown } = createFixture({ type: 'extension' });
    await goOnline();
    shown.closes = false;
    await act('closeTabs', { tabIds: ['t1'] });
    expect(replies()).toMatchObject([{ ok: false, code: 'unsupported' }]);
    expect(shown.tabs.map(({ tabId }) => tabId)).toContain('t1');
  });

  it('shows the display that a tutor chose', async () => {
    const { goOnline, demand, act, draws } = createFixture();
    await goOnline();
    await demand('thumbnails');
    await act('setThumbnailDisplay', { displayId: 'd2' });
    expect(draws.at(-1)?.displayId).toBe('d2');
  });

  it('sends a reply again when the connection broke before it was acknowledged, and then no more', async () => {
    const { goOnline, act, lose, broker, replies, clock } = createFixture();
    await goOnline();
    broker.acknowledge = false;
    await act('ping', {}, { id: 'p1' });
    await lose();
    await clock.advance(2_000);
    broker.acknowledge = true;
    await goOnline(['g1'], true);
    expect(replies()).toMatchObject([{ id: 'p1' }, { id: 'p1' }]);
    await lose();
    await clock.advance(2_000);
    await goOnline(['g1'], true);
    expect(replies()).toHaveLength(2);
  });

  it('gives up a reply that nobody waits for any more', async () => {
    const { goOnline, act, lose, broker, replies, clock } = createFixture();
    await goOnline();
    broker.acknowledge = false;
    await act('ping');
    await lose();
    await clock.advance(61_000);
    await goOnline(['g1']);
    expect(replies()).toHaveLength(1);
  });
});
