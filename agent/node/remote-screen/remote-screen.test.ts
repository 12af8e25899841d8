import { setTimeout as pause } from 'node:timers/promises';
import { constants, inflateSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createByteQueue } from './byte-queue.ts';
import { createRemoteScreen } from './remote-screen.ts';
import { vncResponse } from './vnc-password.ts';

const WIDTH = 130;
const HEIGHT = 70;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function stage() {
  const clock = createFakeClock();
  const picture = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(7);
  const done: string[] = [];
  let isPrivate = false;
  let endings = 0;
  const screen = createRemoteScreen({
    screen: {
      displays: () => [{ id: 'd1', primary: true }],
      privacy: () => isPrivate,
      pixels: () => ({ width: WIDTH, height: HEIGHT, data: picture.slice() }),
    },
    hands: {
      key: (keysym, isDown) => done.push(`${isDown ? 'down' : 'up'} ${keysym.toString(16)}`),
      pointer: ({ x, y, pressed }) => done.push(`${pressed ? 'press' : 'move'} ${x} ${y}`),
      release: () => done.push('release'),
    },
    name: 'RS-7A-01',
    clock,
  });
  ends.push(screen.close);
  return {
    clock,
    picture,
    done,
    screen,
    open: () => screen.open(() => endings++),
    endings: () => endings,
    hide: () => {
      isPrivate = true;
    },
  };
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  const queue = createByteQueue({ maxBytes: 10_000_000 });
  socket.on('message', (data) => queue.push(data as Buffer));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  void closed.then(queue.end);
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  ends.push(() => socket.terminate());
  return { take: queue.take, send: (...bytes: number[]) => socket.send(Buffer.from(bytes)), socket, closed };
}

async function signIn(access: { url: string; password: string } | undefined, password = access?.password) {
  const viewer = await connect(access?.url ?? '');
  expect(String(await viewer.take(12))).toBe('RFB 003.008\n');
  viewer.socket.send(Buffer.from('RFB 003.008\n'));
  expect([...(await viewer.take(2))]).toEqual([1, 2]);
  viewer.send(2);
  viewer.socket.send(vncResponse(password ?? '', await viewer.take(16)));
  const result = (await viewer.take(4)).readUInt32BE();
  return { ...viewer, result };
}

async function begin(access: { url: string; password: string } | undefined) {
  const viewer = await signIn(access);
  expect(viewer.result).toBe(0);
  viewer.send(1);
  const head = await viewer.take(24);
  const name = String(await viewer.take(head.readUInt32BE(20)));
  return { ...viewer, size: [head.readUInt16BE(0), head.readUInt16BE(2)], name };
}

/** Until real bytes have travelled. */
async function eventually(isSo: () => boolean) {
  for (let i = 0; i < 200 && !isSo(); i++) await pause(10);
  expect(isSo()).toBe(true);
}

/** Lets time pass on the clock of the screen, until what was asked of it has come: real bytes may be late. */
async function whileTimePasses<Came>(
  clock: ReturnType<typeof stage>['clock'],
  coming: Promise<Came>,
): Promise<Came> {
  let hasCome = false;
  const came = coming.finally(() => {
    hasCome = true;
  });
  for (let i = 0; i < 500 && !hasCome; i++) {
    await clock.advance(200);
    await pause(10);
  }
  return came;
}

const ASK_ALL = [3, 0, 0, 0, 0, 0, 0, WIDTH, 0, HEIGHT];
const ASK_CHANGES = [3, 1, 0, 0, 0, 0, 0, WIDTH, 0, HEIGHT];

it('knows the answer of VNC authentication', () => {
  // Of another implementation: password 'password', challenge 00 01 … 0f.
  const challenge = Buffer.from(Array.from({ length: 16 }, (_, at) => at));
  expect(vncResponse('password', challenge).toString('hex')).toBe('b866924125c8eebb9debc1db61c538e2');
  expect(vncResponse('password1', challenge)).toEqual(vncResponse('password', challenge));
  expect(vncResponse('passwore', challenge)).not.toEqual(vncResponse('password', challenge));
});

it('shows the whole screen, then what changes of it', async () => {
  const { open, picture, clock } = stage();
  const viewer = await begin(await open());
  expect([viewer.size, viewer.name]).toEqual([[WIDTH, HEIGHT], 'RS-7A-01']);
  viewer.send(...ASK_ALL);
  const whole = await whileTimePasses(clock, viewer.take(16 + WIDTH * HEIGHT * 4));
  expect([...whole.subarray(0, 16)]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, WIDTH, 0, HEIGHT, 0, 0, 0, 0]);
  expect(whole.at(-1)).toBe(7);

  viewer.send(...ASK_CHANGES);
  await pause(50);
  await clock.advance(1_000);
  picture.set([1, 2, 3, 4], (WIDTH * 65 + 129) * 4);
  // The last tile of the last row: 2 × 6 pixels at 128, 64.
  const part = await whileTimePasses(clock, viewer.take(16 + 2 * 6 * 4));
  expect([...part.subarray(2, 12)]).toEqual([0, 1, 0, 128, 0, 64, 0, 2, 0, 6]);
  expect([...part.subarray(16 + (2 + 1) * 4, 16 + (2 + 2) * 4)]).toEqual([1, 2, 3, 4]);
});

it('packs for a viewer that can unpack, in the order of colours that it wants', async () => {
  const { open, clock, picture } = stage();
  picture.set([10, 20, 30, 255]);
  const viewer = await begin(await open());
  // Blue first, as Windows has it; zlib before raw.
  viewer.send(0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0);
  viewer.send(2, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 0);
  viewer.send(...ASK_ALL);
  const head = await whileTimePasses(clock, viewer.take(20));
  expect(head.readInt32BE(12)).toBe(6);
  const packed = await viewer.take(head.readUInt32BE(16));
  const pixels = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  expect(pixels).toHaveLength(WIDTH * HEIGHT * 4);
  expect([...pixels.subarray(0, 4)]).toEqual([30, 20, 10, 0]);
});

it('passes keys and the pointer to the machine, and releases them at the end', async () => {
  const { open, screen, done } = stage();
  const viewer = await begin(await open());
  viewer.send(4, 1, 0, 0, 0, 0, 0xff, 0xe3);
  viewer.send(4, 0, 0, 0, 0, 0, 0xff, 0xe3);
  viewer.send(5, 1, 0, WIDTH / 2, 0, HEIGHT / 2);
  viewer.send(5, 0, 0xff, 0xff, 0, 0);
  await eventually(() => done.length === 4);
  screen.close();
  expect(done).toEqual(['down ffe3', 'up ffe3', 'press 0.5 0.5', 'move 1 0', 'release']);
});

it('lets one viewer in at a time, at its own path, and ends when that one leaves', async () => {
  const { open, endings, screen, done } = stage();
  const access = await open();
  const viewer = await begin(access);
  await expect(connect(access?.url ?? '')).rejects.toThrow('409');
  await expect(connect(`${access?.url}x`)).rejects.toThrow('404');
  viewer.socket.close();
  await eventually(() => endings() === 1);
  expect([screen.openCount(), done]).toEqual([0, ['release']]);
  await expect(connect(access?.url ?? '')).rejects.toThrow('ECONNREFUSED');
});

it('ends after three wrong passwords', async () => {
  const { open, endings } = stage();
  const access = await open();
  for (let i = 0; i < 3; i++) {
    const viewer = await signIn(access, 'wrong');
    expect(viewer.result).toBe(1);
    await viewer.closed;
    await pause(20);
  }
  await eventually(() => endings() === 1);
});

it('ends when nobody comes within a minute, and not while somebody looks', async () => {
  const first = stage();
  await first.open();
  await first.clock.advance(59_999);
  expect(first.endings()).toBe(0);
  await first.clock.advance(1);
  expect([first.endings(), first.screen.openCount(), first.clock.pending()]).toEqual([1, 0, 0]);

  const second = stage();
  await begin(await second.open());
  await second.clock.advance(120_000);
  expect(second.endings()).toBe(0);
});

it('closes without a word when it is told to, or when another begins', async () => {
  const { open, endings, screen, clock } = stage();
  const one = await open();
  const viewer = await begin(one);
  const two = await open();
  await viewer.closed;
  expect(two?.password).not.toBe(one?.password);
  screen.close();
  expect([endings(), screen.openCount()]).toEqual([0, 0]);
  await pause(50);
  expect(clock.pending()).toBe(0);
});

it('shows nothing of a screen that is private', async () => {
  const { open, hide, clock, endings } = stage();
  const viewer = await begin(await open());
  hide();
  viewer.send(...ASK_ALL);
  await whileTimePasses(clock, viewer.closed);
  await eventually(() => endings() === 1);
  expect(await open()).toBeUndefined();
});

it.each([
  ['a message of an unknown kind', [99]],
  ['a clipboard without end', [6, 0, 0, 0, 255, 255, 255, 255]],
  ['colours from a table', [0, 0, 0, 0, 8, 8, 0, 0, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0]],
])('hangs up on %s', async (_, bytes) => {
  const { open, endings } = stage();
  const viewer = await begin(await open());
  viewer.send(...bytes);
  await viewer.closed;
  await eventually(() => endings() === 1);
});
