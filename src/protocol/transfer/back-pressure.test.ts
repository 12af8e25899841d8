import { expect, it, vi } from 'vitest';
import { whenBufferHasSpace } from './back-pressure.ts';
import { fromDataChannel } from './data-channel.ts';
import { createFakeDataChannel } from './fakes/fake-data-channel.ts';

const KIB = 1024;

it.each([
  ['a fresh connection', 0, { waitsAbove: 256 * KIB, goesOnAt: 192 * KIB }],
  ['one that has carried 4 MiB', 4 * KIB * KIB, { waitsAbove: 512 * KIB, goesOnAt: 128 * KIB }],
])('%s takes more until enough waits in it, and again when little does', async (_, carried, limits) => {
  const { channel, open, drain } = createFakeDataChannel();
  const transfer = fromDataChannel(channel);
  open();
  const whenBuffered = async (bytes: number) => {
    drain(bytes);
    const told = vi.fn();
    void whenBufferHasSpace(transfer, carried).then(told);
    await new Promise((resolve) => setImmediate(resolve));
    return told;
  };
  const drainTo = (bytes: number) => {
    drain(bytes);
    return new Promise((resolve) => setImmediate(resolve));
  };
  expect(await whenBuffered(limits.waitsAbove)).toHaveBeenCalledOnce();
  const waiting = await whenBuffered(limits.waitsAbove + 1);
  expect(waiting).not.toHaveBeenCalled();
  expect(channel.bufferedAmountLowThreshold).toBe(limits.goesOnAt);
  await drainTo(limits.goesOnAt + 1);
  expect(waiting).not.toHaveBeenCalled();
  await drainTo(limits.goesOnAt);
  expect(waiting).toHaveBeenCalledOnce();
});
