import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import type { LiveRoom, RoomPerson } from '#protocol/rest/live-room.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { roomPeopleQuery } from '#rest/rooms.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { useMembers } from './use-room.ts';

const ROOM: LiveRoom = {
  id: 'r1',
  name: 'Volcanoes',
  type: 'text-chat',
  membershipType: 'chat room',
  members: { users: ['ada', 'ben'], groups: [], tutors: ['t', 'tom'], without: [] },
};
const person = (kind: RoomPerson['kind'], id: string, active: boolean): RoomPerson => ({
  kind,
  id,
  name: id,
  isGuest: false,
  active,
});
// `t` is the tutor of the session, and a student has the same id.
const PEOPLE = [
  person('tutor', 't', false),
  person('tutor', 'tom', false),
  person('user', 'ada', true),
  person('user', 't', false),
];

beforeEach(() => {
  session.state = signedIn();
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

test('online is who the platform says is there, until something newer is heard, and oneself in any case', () => {
  const client = createQueryClient();
  client.setQueryData(roomPeopleQuery(ROOM).queryKey, PEOPLE);
  const store = createObservable<ReadonlyMap<string, boolean>>(new Map());
  const statuses = { store, receive: () => {}, clear: () => {} };
  const { result } = renderHook(() => useMembers(ROOM, statuses), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const online = () =>
    result.current.members?.filter(({ isOnline }) => isOnline).map(({ kind, id }) => `${kind} ${id}`);
  expect(result.current.members?.filter(({ isSelf }) => isSelf)).toMatchObject([{ kind: 'tutor', id: 't' }]);
  expect(online()).toEqual(['tutor t', 'user ada']);
  act(() =>
    store.set(
      new Map([
        ['tutor tom', true],
        ['user ada', false],
        ['tutor t', false],
      ]),
    ),
  );
  expect(online()).toEqual(['tutor t', 'tutor tom']);
});
