import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { m } from '../messages.ts';
import { Composer } from './composer.tsx';

/** Each test has a room of its own: what was begun is kept by room. */
function open(roomId: string = crypto.randomUUID()) {
  const onSend = vi.fn();
  render(<Composer roomId={roomId} onSend={onSend} />);
  return { onSend, roomId };
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.composer });
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: m.send });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('Enter alone sends; with another key it does not', async () => {
  const { onSend } = open();
  await userEvent.type(
    field(),
    ' One{Shift>}{Enter}{/Shift}Two{Control>}{Enter}{/Control}{Alt>}{Enter}{/Alt}',
  );
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.type(field(), '{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('One\nTwo');
  expect([field().value, document.activeElement]).toEqual(['', field()]);
});

test('nothing cannot be sent, by the key neither', async () => {
  const { onSend } = open();
  expect(send().disabled).toBe(true);
  await userEvent.type(field(), '  {Shift>}{Enter}{/Shift} {Enter}');
  expect([send().disabled, onSend.mock.calls]).toEqual([true, []]);
});

test.each([9_000, 10_000])(
  '%i characters are sent, and the last thousand are counted out',
  async (length) => {
    const { onSend } = open();
    await userEvent.click(field());
    await userEvent.paste('x'.repeat(length));
    expect(screen.getByRole('status').textContent).toBe(m.left({ count: 10_000 - length }));
    await userEvent.keyboard('{Enter}');
    expect(onSend).toHaveBeenCalledOnce();
  },
);

test('of too many characters the limit is said, and nothing is cut or sent', async () => {
  const { onSend } = open();
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(100_000));
  expect(screen.getByRole('status').textContent).toBe(m.tooLong({ length: 100_000, most: 10_000 }));
  await userEvent.keyboard('{Enter}');
  expect([onSend.mock.calls.length, field().value.length, send().disabled]).toEqual([0, 100_000, true]);
});

test('what was begun stands there again when the room is opened again', async () => {
  const { roomId } = open();
  await userEvent.type(field(), 'Half a sen');
  cleanup();
  open();
  expect(field().value).toBe('');
  cleanup();
  open(roomId);
  expect(field().value).toBe('Half a sen');
});

test('an emoji is put where the text is being written', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('Places\t🌋\tvolcano\tfire'));
  open();
  await userEvent.type(field(), 'Etna !{ArrowLeft}');
  await userEvent.click(screen.getByRole('button', { name: m.emoji }));
  await userEvent.click(await screen.findByRole('button', { name: 'volcano' }));
  await expect.poll(() => field().value).toBe('Etna 🌋!');
});
