import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { OpenRoom } from '../../core/device-state.ts';
import { m } from '../messages.ts';
import { RoomPanels } from './room-panels.tsx';

const line = (id: string, message: string, more: object = {}) => ({
  id,
  name: 'Tess',
  message,
  sentTime: 5,
  ...more,
});
const ROOM: OpenRoom = { roomId: 'r1', name: 'Volcanoes', mayWrite: true, messages: [] };

afterEach(cleanup);

function open(room: Partial<OpenRoom> = {}, isOnline = true) {
  const calls = {
    leaveRoom: vi.fn(() => true),
    sendInRoom: vi.fn((_: string, text: string) => text.trim().length <= 10_000),
    resendInRoom: vi.fn(() => true),
  };
  const panels = (next: Partial<OpenRoom>) => (
    <RoomPanels rooms={[{ ...ROOM, ...next }]} isOnline={isOnline} calls={calls} />
  );
  const { rerender } = render(panels(room));
  return { ...calls, becomes: (next: Partial<OpenRoom>) => rerender(panels(next)) };
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.writeMessage });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: m.sendMessage });

it('says who wrote what and when, also that it was the student', () => {
  open({ messages: [line('1', 'Hello'), line('2', 'Hi', { isOwn: true }), line('3', 'Yes', { name: '' })] });
  const items = within(screen.getByRole('list', { name: m.messages })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.replace(/\d\d:\d\d [AP]M/, ''))).toEqual([
    'Tess Hello',
    `${m.you} Hi`,
    `${m.unknownSender} Yes`,
  ]);
  expect(screen.getByRole('region', { name: 'Volcanoes' })).toBeTruthy();
});

it('sends by Enter alone, and never nothing', async () => {
  const { sendInRoom } = open();
  expect(send().disabled).toBe(true);
  await userEvent.type(field(), '  {Enter}');
  expect(sendInRoom).not.toHaveBeenCalled();
  await userEvent.type(field(), 'Is it{Shift>}{Enter}{/Shift}Etna?');
  expect(field().value).toContain('Is it\nEtna?');
  await userEvent.type(field(), '{Enter}');
  expect(sendInRoom.mock.calls.map(([room, text]) => [room, text.trim()])).toEqual([['r1', 'Is it\nEtna?']]);
  expect(field().value).toBe('');
});

it('keeps what was typed while the message was on its way, and a message that was refused', async () => {
  const answers: ((isTaken: boolean) => void)[] = [];
  const { sendInRoom } = open();
  sendInRoom.mockImplementation(() => new Promise<boolean>((resolve) => answers.push(resolve)) as never);
  const answer = (isTaken: boolean) => act(async () => answers.shift()?.(isTaken));
  await userEvent.type(field(), 'Etna?{Enter}');
  await answer(false);
  expect(field().value).toBe('Etna?');
  await userEvent.type(field(), '{Enter}');
  await userEvent.type(field(), ' Or');
  await answer(true);
  expect(field().value).toBe('Or');
  await userEvent.type(field(), '{Enter}');
  await answer(true);
  expect(field().value).toBe('');
});

it('says what keeps a message of too many characters back, and keeps its text', async () => {
  const { sendInRoom } = open();
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(100_000));
  expect(screen.getByText(m.messageTooLong({ length: 100_000, most: 10_000 }))).toBeTruthy();
  expect([send().disabled, field().getAttribute('aria-invalid')]).toEqual([true, 'true']);
  await userEvent.keyboard('{Enter}');
  expect([sendInRoom.mock.calls.length, field().value.length]).toEqual([0, 100_000]);
});

it('interprets nothing of a message but the addresses of web pages, nor of the room’s name', () => {
  const hostile =
    '<img src=x onerror=alert(1)> **bold** [x](javascript:alert(1)) \u202eabc\u200b https://a.example/x.';
  open({ name: '<b>Room</b>', messages: [line('1', hostile, { name: '<i>Tess</i>\u202e' })] });
  expect(document.querySelector('img, b, i, strong')).toBeNull();
  const links = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ href, target, rel }) => [href, target, rel])).toEqual([
    ['https://a.example/x', '_blank', 'noopener noreferrer'],
  ]);
  const text = screen.getByText(/onerror/);
  expect([text.textContent, text.getAttribute('dir')]).toEqual([hostile, 'auto']);
});

it('marks what waits, and offers to send again what was not taken', async () => {
  const waiting = { id: 'u1', message: 'One', sending: 'waits' as const };
  const failed = { id: 'u2', message: 'Two', sending: 'failed' as const };
  const { resendInRoom } = open({ unsent: [waiting, failed] }, false);
  expect(screen.getByText(m.waitsForConnection)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: m.sendAgain }));
  expect(resendInRoom).toHaveBeenCalledExactlyOnceWith('r1', 'u2');
  cleanup();
  open({ unsent: [waiting] });
  expect(screen.getByText(m.sendingMessage)).toBeTruthy();
});

it('says that a teacher writes first, where the site wants that, and that the messages are being read', () => {
  const { becomes } = open({ mayWrite: false });
  expect(screen.getByText(m.teacherBegins)).toBeTruthy();
  expect([screen.queryByRole('textbox'), screen.getByText(m.noMessages)]).toEqual([null, expect.anything()]);
  becomes({ messages: [line('1', 'Hello')] });
  expect(field()).toBeTruthy();
  cleanup();
  render(
    <RoomPanels
      rooms={[{ roomId: 'r1', messages: [] }]}
      isOnline
      calls={{ leaveRoom: () => true, sendInRoom: () => true, resendInRoom: () => true }}
    />,
  );
  expect(screen.getByText(m.readingMessages)).toBeTruthy();
});

it('follows what comes only while its end is in sight', () => {
  const { becomes } = open({ messages: [line('1', 'One')] });
  const list = screen.getByRole('list', { name: m.messages });
  Object.defineProperties(list, { scrollHeight: { value: 1_000 }, clientHeight: { value: 200 } });
  const scrollTo = (top: number) => {
    list.scrollTop = top;
    list.dispatchEvent(new Event('scroll', { bubbles: true }));
  };
  scrollTo(100);
  becomes({ messages: [line('1', 'One'), line('2', 'Two')] });
  expect(list.scrollTop).toBe(100);
  scrollTo(790);
  becomes({ messages: [line('1', 'One'), line('2', 'Two'), line('3', 'Three')] });
  expect(list.scrollTop).toBe(1_000);
  scrollTo(100);
  becomes({ messages: [line('1', 'One')], unsent: [{ id: 'u', message: 'Mine', sending: 'waits' }] });
  expect(list.scrollTop).toBe(1_000);
});

it('is closed by the student', async () => {
  const { leaveRoom } = open();
  await userEvent.click(screen.getByRole('button', { name: m.closeRoom }));
  expect(leaveRoom).toHaveBeenCalledExactlyOnceWith('r1');
});
