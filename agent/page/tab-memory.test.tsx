import { beforeEach, expect, it, vi } from 'vitest';
import { createTabMemory } from './tab-memory.ts';

const memory = () => createTabMemory({ storage: sessionStorage });
const line = { id: 'm', name: 'Tess', message: 'Hello', sentTime: 5 };
const unsent = [{ id: 'u', message: 'While away', sending: 'waits' as const }];

beforeEach(() => sessionStorage.clear());

it('comes back to its chat rooms after a reload, with what was not said yet', () => {
  memory().holdRooms([
    { roomId: 'r1', name: 'Volcanoes', mayWrite: true, messages: [line], unsent },
    { roomId: 'r2', messages: [] },
  ]);
  expect(memory().openRooms()).toEqual([
    { roomId: 'r1', name: 'Volcanoes', messages: [], unsent },
    { roomId: 'r2', messages: [] },
  ]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Hello');
});

it('is written where the rooms have changed, and not with every change of the device', () => {
  const tab = memory();
  const rooms = [{ roomId: 'r1', messages: [] }];
  tab.holdRooms(rooms);
  const write = vi.spyOn(Storage.prototype, 'setItem');
  tab.holdRooms(rooms);
  expect(write).not.toHaveBeenCalled();
  tab.holdRooms([]);
  expect(memory().openRooms()).toEqual([]);
  write.mockRestore();
});

it('keeps no room of a student who has left', () => {
  const tab = memory();
  tab.holdRooms([{ roomId: 'r1', messages: [], unsent }]);
  tab.forget();
  expect(sessionStorage).toHaveLength(0);
});

it('does not believe what others wrote into its storage', () => {
  sessionStorage.setItem('student.rooms', '[{"roomId":""}]');
  expect(memory().openRooms()).toEqual([]);
  sessionStorage.setItem('student.rooms', '[{"roomId":"r","unsent":[{"id":"u","message":7}]}]');
  expect(memory().openRooms()).toEqual([]);
});
