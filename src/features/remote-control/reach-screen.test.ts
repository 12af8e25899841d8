import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reachScreen } from './reach-screen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stage() {
  const socket = {
    binaryType: 'blob',
    protocol: '',
    readyState: 0,
    closes: 0,
    sent: [] as unknown[],
    onopen: null as null | (() => void),
    onclose: null as null | ((event?: object) => void),
    onmessage: null as null | ((event: object) => void),
    onerror: null,
    send(data: unknown) {
      socket.sent.push(data);
    },
    close() {
      socket.closes++;
    },
  };
  const abort = new AbortController();
  const reached = reachScreen(abort.signal, 'wss://host/', () => socket as unknown as WebSocket);
  return { socket, abort, reached };
}

it('is silent after five seconds', async () => {
  const { socket, reached } = stage();
  let ended: unknown;
  void reached.then((how) => {
    ended = how;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect([ended, socket.closes]).toEqual([{ name: 'silent' }, 1]);
});

it('is refused at once, and leaves no timer behind', async () => {
  const { socket, reached } = stage();
  socket.onclose?.();
  expect(await reached).toEqual({ name: 'refused' });
  expect(vi.getTimerCount()).toBe(0);
});

it('is refused where there is no address', async () => {
  const reached = reachScreen(new AbortController().signal, 'nowhere', () => {
    throw new SyntaxError('no address');
  });
  expect(await reached).toEqual({ name: 'refused' });
});

it('is given up', async () => {
  const { socket, abort, reached } = stage();
  abort.abort();
  expect([await reached, socket.closes]).toEqual([{ name: 'aborted' }, 1]);
});

it('keeps what comes before somebody listens, in order', async () => {
  const { socket, reached } = stage();
  socket.onopen?.();
  const answer = await reached;
  if (answer.name !== 'reached') throw new Error(answer.name);
  const { channel } = answer;
  expect([socket.binaryType, vi.getTimerCount()]).toEqual(['arraybuffer', 0]);
  socket.onmessage?.({ data: 1 });
  socket.onmessage?.({ data: 2 });
  socket.onclose?.({ code: 1006 });
  const heard: unknown[] = [];
  channel.onmessage = ({ data }) => heard.push(data);
  channel.onclose = ({ code }) => heard.push(code);
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual([1, 2, 1006]);
  socket.onmessage?.({ data: 3 });
  expect(heard).toEqual([1, 2, 1006, 3]);
  channel.send(new Uint8Array([1]));
  channel.close();
  expect([socket.sent.length, socket.closes]).toEqual([1, 1]);
});
