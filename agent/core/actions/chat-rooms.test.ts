import { describe, expect, it } from 'vitest';
import type { RoomSeat } from '#protocol/rest/live-room.ts';
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
      {
        roomId: 'r1',
        messages: [{ id: 'm1', name: 'Anna Berg', message: 'Hello', sentTime: 5, isTutors: true }],
      },
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

  it('is in the rooms again that were open when its page was loaded anew, and says what was not said', async () => {
    const unsent = [{ id: 'u', message: 'While away', sending: 'waits' as const }];
    const rooms = [
      { roomId: 'r1', messages: [], unsent },
      { roomId: 'r2', messages: [] },
    ];
    const fixture = createFixture({ initialState: { rooms } });
    fixture.broker.closedTopics = 'demo/riverside/live-rooms/r2';
    await fixture.goOnline();
    expect(fixture.transport().subscribed).toContain(roomFilter(SCOPE, 'r1'));
    expect(announced(fixture)).toEqual([
      [roomTopic(SCOPE, 'r1', 'connected'), self, 1],
      [roomTopic(SCOPE, 'r1', 'send-message'), { id: 'u', message: 'While away' }, 1],
    ]);
    expect(fixture.device.state().rooms.map(({ roomId }) => roomId)).toEqual(['r1']);
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

describe('what the student says in a chat room', () => {
  const sent = (fixture: ReturnType<typeof createFixture>) =>
    fixture.sent('/send-message').map(({ payload }) => JSON.parse(String(payload)));
  const echo = async (
    fixture: ReturnType<typeof createFixture>,
    { id, message }: { id: string; message: string },
  ) =>
    fixture.deliver(roomTopic(SCOPE, 'r1', 'messages'), {
      id,
      message,
      userId: 'u1',
      name: 'Ana',
      sentTime: 9,
    });

  it('is marked until the platform says it to the room', async () => {
    const fixture = await opened();
    expect(fixture.device.sendInRoom('r1', '  Is it Etna? ')).toBe(true);
    expect(fixture.device.state().rooms[0]?.unsent).toMatchObject([
      { message: 'Is it Etna?', sending: 'waits' },
    ]);
    const [said] = sent(fixture);
    expect(said.message).toBe('Is it Etna?');
    await echo(fixture, said);
    expect(fixture.device.state().rooms[0]).toEqual({
      roomId: 'r1',
      messages: [{ ...said, name: 'Ana', sentTime: 9, isOwn: true }],
    });
  });

  it('is nothing where it is empty, too long, or for a room that is not open', async () => {
    const { device } = await opened();
    expect([device.sendInRoom('r1', '  '), device.sendInRoom('r1', 'x'.repeat(10_001))]).toEqual([
      false,
      false,
    ]);
    expect(device.sendInRoom('r2', 'Hello')).toBe(false);
  });

  it('waits for the connection, and goes out by the same id each time', async () => {
    const fixture = await opened();
    await fixture.lose();
    fixture.device.sendInRoom('r1', 'While away');
    expect(sent(fixture)).toEqual([]);
    await fixture.clock.advance(2_000);
    await fixture.goOnline();
    const [first] = sent(fixture);
    expect(first.message).toBe('While away');
    await fixture.lose();
    await fixture.clock.advance(5_000);
    await fixture.goOnline();
    expect(sent(fixture)).toEqual([first, first]);
  });

  it('is called not taken after a while, and can be said again', async () => {
    const fixture = await opened();
    fixture.device.sendInRoom('r1', 'Hello');
    await fixture.clock.advance(15_000);
    const [unsent] = fixture.device.state().rooms[0]?.unsent ?? [];
    expect(unsent?.sending).toBe('failed');
    expect(fixture.device.resendInRoom('r1', unsent?.id ?? '')).toBe(true);
    expect(new Set(sent(fixture).map(({ id }) => id)).size).toBe(1);
    await echo(fixture, { id: unsent?.id ?? '', message: 'Hello' });
    expect(fixture.device.state().rooms[0]?.unsent).toBeUndefined();
  });
});

it('tells the student what was not sent, where the room was closed meanwhile', async () => {
  const { device, deliver, shown } = await opened('r1');
  device.sendInRoom('r1', 'One');
  device.sendInRoom('r1', 'Two');
  await deliver('demo/riverside/clients/c1/groups', { groups: [], rooms: [] }, { retain: true });
  expect(device.state().rooms).toEqual([]);
  expect(shown.notifications).toEqual(['2 messages of yours were not sent.']);
});

describe('what the platform tells of a room', () => {
  const said = (at: number, more: object = {}) => ({ id: `m${at}`, message: `${at}`, sentTime: at, ...more });
  const seat = (more: Partial<RoomSeat> = {}): RoomSeat => ({
    id: 'r1',
    name: 'Volcanoes',
    mayWrite: true,
    messages: [],
    ...more,
  });
  /** Each reading waits until the test answers it, in any order. */
  async function reading() {
    const asked: { answer(seat: RoomSeat): void; fail(): void }[] = [];
    const fixture = createFixture({
      readRoom: () =>
        new Promise((resolve, reject) =>
          asked.push({ answer: resolve, fail: () => reject(new Error('away')) }),
        ),
    });
    await fixture.goOnline();
    await fixture.act('openChatRoom', { roomId: 'r1' });
    const room = () => fixture.device.state().rooms[0];
    const settle = () => fixture.clock.advance(0);
    const changed = () => fixture.deliver(roomTopic(SCOPE, 'r1', 'changed'), {});
    return { ...fixture, asked, room, settle, changed };
  }

  it('is read again when it has changed: its name, and who may write', async () => {
    const { asked, room, settle, changed, device } = await reading();
    asked[0]?.answer(seat({ messages: [said(1, { userId: 'u2' })] }));
    await settle();
    expect(room()).toMatchObject({ name: 'Volcanoes', mayWrite: true });
    await changed();
    asked[1]?.answer(seat({ name: 'Etna', mayWrite: false, messages: [said(1, { userId: 'u2' })] }));
    await settle();
    expect(room()).toMatchObject({ name: 'Etna', mayWrite: false, messages: [{ id: 'm1' }] });
    expect(device.counters.dropped).toEqual({});
  });

  it('does not undo what a newer answer, or a tutor meanwhile, has said', async () => {
    const { asked, room, settle, changed, deliver } = await reading();
    await changed();
    asked[1]?.answer(seat({ mayWrite: false }));
    await settle();
    asked[0]?.answer(seat({ name: 'Older' }));
    await settle();
    expect(room()).toMatchObject({ name: 'Volcanoes', mayWrite: false });
    await changed();
    await deliver(roomTopic(SCOPE, 'r1', 'messages'), said(5, { tutorId: 'anna' }));
    asked[2]?.answer(seat({ mayWrite: false }));
    await settle();
    expect(room()?.mayWrite).toBe(true);
  });

  it('is asked for again where it could not be read, and not after the room was closed', async () => {
    const { asked, settle, clock, device } = await reading();
    asked[0]?.fail();
    await settle();
    await clock.advance(5_000);
    expect(asked).toHaveLength(2);
    asked[1]?.fail();
    await settle();
    device.leaveRoom('r1');
    await clock.advance(60_000);
    expect(asked).toHaveLength(2);
  });

  it('shows no gap: what was said before more than it tells is put away', async () => {
    const { asked, room, settle, changed, deliver } = await reading();
    asked[0]?.answer(seat({ messages: [said(1), said(2)] }));
    await settle();
    await changed();
    await deliver(roomTopic(SCOPE, 'r1', 'messages'), said(200));
    asked[1]?.answer(seat({ messages: [said(90), said(91)] }));
    await settle();
    expect(room()?.messages.map(({ id }) => id)).toEqual(['m90', 'm91', 'm200']);
    await changed();
    asked[2]?.answer(seat({ messages: [said(91), said(200)] }));
    await settle();
    expect(room()?.messages.map(({ id }) => id)).toEqual(['m90', 'm91', 'm200']);
  });
});

it('closes a room from which the person was removed', async () => {
  const { device, act, deliver } = await opened('r1');
  await act('openChatRoom', { roomId: 'r2' });
  await deliver('demo/riverside/clients/c1/groups', { groups: [] }, { retain: true });
  expect(device.state().rooms).toHaveLength(2);
  await deliver('demo/riverside/clients/c1/groups', { groups: [], rooms: ['r2'] }, { retain: true });
  expect(device.state().rooms.map(({ roomId }) => roomId)).toEqual(['r2']);
});
