import { describe, expect, it } from 'vitest';
import { roomFilter, roomTopic } from '#protocol/topics.ts';
import { createFixture, SCOPE } from '../fakes/device-fixture.ts';

const announced = ({ transports }: ReturnType<typeof createFixture>) =>
  transports.flatMap(({ published }) =>
    published
      .filter(({ topic }) => topic.includes('/live-rooms/'))
      .map(({ topic, payload, qos }) => [topic, JSON.parse(String(payload)), qos]),
  );
const self = { userId: 'u1', clientId: 'c1' };

async function opened(roomId = 'r1') {
  const fixture = createFixture();
  await fixture.goOnline();
  await fixture.act('openChatRoom', { roomId });
  return fixture;
}

describe('a device in a chat room', () => {
  it('listens, says that it is there, and shows what is said', async () => {
    const fixture = await opened();
    const { transport, device, deliver, replies } = fixture;
    expect(replies()).toMatchObject([{ ok: true }]);
    expect(transport().subscribed).toContain(roomFilter(SCOPE, 'r1'));
    expect(announced(fixture)).toEqual([[roomTopic(SCOPE, 'r1', 'connected'), self, 1]]);
    const message = { id: 'm1', message: 'Hello', tutorId: 'anna', tutorName: 'Anna Berg', sentTime: 5 };
    await deliver(roomTopic(SCOPE, 'r1', 'messages'), message);
    await deliver(roomTopic(SCOPE, 'r1', 'messages'), message);
    expect(device.state().rooms).toEqual([
      { roomId: 'r1', messages: [{ id: 'm1', name: 'Anna Berg', message: 'Hello' }] },
    ]);
  });

  it('drops and counts what is no message or of another room', async () => {
    const { device, deliver } = await opened();
    await deliver(roomTopic(SCOPE, 'r1', 'messages'), { id: 'm1' });
    await deliver(roomTopic(SCOPE, 'r2', 'messages'), { id: 'm1', message: 'Hi', sentTime: 5 });
    await deliver(roomTopic(SCOPE, 'r1', 'connected'), { tutorId: 'anna' });
    expect(device.counters.dropped).toEqual({ 'room-message': 2 });
    expect(device.state().rooms).toEqual([{ roomId: 'r1', messages: [] }]);
  });

  it('refuses a room that the broker keeps closed', async () => {
    const { goOnline, act, broker, replies, device } = createFixture();
    await goOnline();
    broker.closedTopics = 'demo/riverside/live-rooms/r1';
    await act('openChatRoom', { roomId: 'r1' });
    expect(replies()).toMatchObject([{ ok: false, code: 'refused' }]);
    expect(device.state().rooms).toEqual([]);
  });

  it('leaves when the student closes it', async () => {
    const fixture = await opened();
    expect(fixture.device.leaveRoom('r1')).toBe(true);
    expect(fixture.device.leaveRoom('r1')).toBe(false);
    expect(announced(fixture).at(-1)).toEqual([roomTopic(SCOPE, 'r1', 'disconnect'), self, 1]);
    expect(fixture.transport().subscribed).not.toContain(roomFilter(SCOPE, 'r1'));
    expect(fixture.device.state().rooms).toEqual([]);
  });

  it('comes back after a reconnect, except where it is not wanted any more', async () => {
    const fixture = await opened('r1');
    const { act, lose, clock, goOnline, device, broker, transport } = fixture;
    await act('openChatRoom', { roomId: 'r2' });
    await lose();
    await clock.advance(2_000);
    broker.closedTopics = 'demo/riverside/live-rooms/r2';
    await goOnline();
    expect(transport().subscribed).toContain(roomFilter(SCOPE, 'r1'));
    expect(announced(fixture).at(-1)).toEqual([roomTopic(SCOPE, 'r1', 'connected'), self, 1]);
    expect(device.state().rooms.map(({ roomId }) => roomId)).toEqual(['r1']);
  });

  it('says goodbye when the device leaves', async () => {
    const fixture = await opened();
    await fixture.device.stop();
    expect(announced(fixture).at(-1)).toEqual([roomTopic(SCOPE, 'r1', 'disconnect'), self, 1]);
  });

  it('closes the oldest of too many', async () => {
    const { act, device } = await opened('r1');
    for (const roomId of ['r2', 'r3', 'r4', 'r5', 'r6']) await act('openChatRoom', { roomId });
    expect(device.state().rooms.map(({ roomId }) => roomId)).toEqual(['r2', 'r3', 'r4', 'r5', 'r6']);
  });
});
