import { describe, expect, it } from 'vitest';
import { createFixture, own } from '../fakes/device-fixture.ts';

const LOCK = { id: 'l1', action: 'lock', parameters: { content: '<p>Look here</p>' } };

describe('an order of the class', () => {
  it('is done by a device that comes later, and answered to who gave it', async () => {
    const { goOnline, orders, device, sent } = createFixture();
    await goOnline();
    await orders(
      LOCK,
      { id: 'm1', action: 'mute' },
      { id: 'i1', action: 'userInputs', parameters: { block: true } },
    );
    expect(device.state()).toMatchObject({
      lock: { name: 'message', text: 'Look here' },
      muted: true,
      inputsBlocked: true,
    });
    expect(sent('anna/v1/backchannel/c1/reply').map(({ correlationData }) => correlationData)).toEqual([
      'l1',
      'm1',
      'i1',
    ]);
  });

  it('is done once, whether the action or the list comes first', async () => {
    const { goOnline, orders, act, device, done } = createFixture();
    await goOnline();
    await act('lock', LOCK.parameters, { id: 'l1' });
    await orders(LOCK);
    await orders({ id: 'm1', action: 'mute' }, LOCK);
    await act('mute', {}, { id: 'm1' });
    expect(device.state()).toMatchObject({ muted: true, lock: { name: 'message' } });
    expect(done.map(({ id }) => id)).toEqual(['l1', 'm1']);
  });

  it('ends with the list, also for a device that missed the unlock', async () => {
    const { goOnline, orders, device } = createFixture();
    await goOnline();
    await orders(
      LOCK,
      { id: 'm1', action: 'mute' },
      { id: 'i1', action: 'userInputs', parameters: { block: true } },
    );
    await orders();
    expect(device.state()).toMatchObject({ lock: undefined, muted: false, inputsBlocked: false });
  });

  it('does not come back after the device alone was unlocked, over a reconnect and hours', async () => {
    const { goOnline, orders, act, device, lose, clock } = createFixture();
    await goOnline();
    await orders(LOCK);
    await act('unlock', {}, { to: own });
    await clock.advance(2 * 3_600_000);
    await lose();
    await clock.advance(4_000);
    await goOnline();
    await orders(LOCK);
    expect(device.state().lock).toBeUndefined();
  });

  it('takes no lock along that came after it', async () => {
    const { goOnline, orders, act, device } = createFixture();
    await goOnline();
    await orders(LOCK);
    await act('lock', { content: '<p>Only you</p>' }, { to: own });
    await orders();
    expect(device.state().lock).toMatchObject({ text: 'Only you' });
  });

  it('takes the place of the one before without an unlocked moment', async () => {
    const { goOnline, orders, device } = createFixture();
    await goOnline();
    await orders(LOCK);
    await orders({ id: 'l2', action: 'lock', parameters: { content: '<p>Now here</p>' } });
    expect(device.state().lock).toMatchObject({ text: 'Now here' });
  });

  it('is over for a program that kept the lock over its end, but not what somebody else locked', async () => {
    const lock = { name: 'message', text: 'Look here', blocks: [] } as const;
    const kept = createFixture();
    await kept.goOnline();
    await kept.orders(LOCK);
    const { fromClass } = kept.device.state();
    expect(fromClass).toEqual({ lock: 'l1' });
    const again = createFixture({ initialState: { lock, fromClass: fromClass ?? {} } });
    await again.goOnline();
    await again.orders(LOCK);
    expect(again.device.state().lock).toMatchObject({ text: 'Look here' });
    expect(again.done).toEqual([]);
    await again.orders();
    expect(again.device.state().lock).toBeUndefined();
    await kept.act('lock', {}, { to: own });
    expect(kept.device.state().fromClass).toEqual({});
    const alone = createFixture({ initialState: { lock } });
    await alone.goOnline();
    await alone.orders();
    expect(alone.device.state().lock).toEqual(lock);
  });

  it('that is none, or cannot be read, does nothing', async () => {
    const { goOnline, orders, deliver, device, shown } = createFixture();
    await goOnline();
    await orders({ id: 'n', action: 'notification', parameters: { title: '', message: 'again' } });
    await orders({ id: 'u', action: 'unlock' });
    await deliver('demo/riverside/clients/c1/orders', '{"orders":[{}]}', { retain: true });
    expect(shown.notifications).toEqual([]);
    expect(device.counters.dropped).toMatchObject({ orders: 1 });
  });
});

describe('a question of the class', () => {
  const POLL = {
    id: 'a1',
    action: 'poll',
    parameters: { id: 'p1', question: 'Ready?', answers: ['Yes', 'No'] },
  };

  it('is on the screen of who comes later, and is answered to who asked', async () => {
    const { goOnline, orders, device, replies } = createFixture();
    await goOnline();
    await orders(POLL);
    expect(device.state().poll).toMatchObject({ id: 'p1', question: 'Ready?', tutorId: 'anna' });
    device.answerPoll('B');
    expect(replies().map((reply) => [reply.id, reply['feedback-type'], reply.answer])).toEqual([
      ['a1', 'shown', undefined],
      ['a1', 'answered', 'B'],
    ]);
  });

  it('comes back with the answer that was given before the program was started anew', async () => {
    const { goOnline, orders, device, replies } = createFixture();
    await goOnline();
    await orders({ ...POLL, answer: 'A' } as typeof POLL);
    expect(device.state().poll).toMatchObject({ id: 'p1', answer: 'A' });
    expect(replies()).toMatchObject([{ id: 'a1', 'feedback-type': 'answered', answer: 'A' }]);
  });

  it('goes when a colleague has finished it, who is not the tutor who asked', async () => {
    const { goOnline, orders, act, device } = createFixture();
    await goOnline();
    await act('poll', POLL.parameters, { id: 'a1' });
    await orders(POLL);
    await act('poll', { id: 'p1', finish: true }, { tutor: 'bea' });
    await orders();
    expect(device.state().poll).toBeUndefined();
  });

  it('stays where another has taken its place', async () => {
    const { goOnline, orders, act, device } = createFixture();
    await goOnline();
    await orders(POLL);
    await act('poll', { id: 'p2', question: 'Really?', answers: [] }, { tutor: 'bea' });
    await orders();
    expect(device.state().poll).toMatchObject({ id: 'p2' });
  });
});
