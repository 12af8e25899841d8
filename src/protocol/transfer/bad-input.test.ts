import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { sha256, toHex } from './digest.ts';
import { createChannelPair } from './fakes/channel-pair.ts';
import { digestAtOnce } from './fakes/digest-at-once.ts';
import { bytesOf, createMemoryDisk, createSource } from './fakes/memory-files.ts';
import {
  type ControlMessage,
  encodeControl,
  encodeFrame,
  parseControl,
  parseFrame,
  partsOf,
} from './frames.ts';
import { receiveFiles } from './receive-files.ts';
import { sendFiles } from './send-files.ts';
import { TRANSFER_ENDS } from './transfer.ts';

const SIZE = 700_000;
const small = fc.integer({ min: 0, max: 3 });
const digest = fc.constantFrom('0'.repeat(64), 'f'.repeat(64));
const end = fc.constantFrom(...TRANSFER_ENDS);
const control: fc.Arbitrary<ControlMessage> = fc.oneof(
  fc.record({
    type: fc.constant('offer' as const),
    file: small,
    id: fc.constantFrom('a', 'b', '../../etc/passwd'),
    name: fc.string({ unit: 'binary', maxLength: 40 }),
    size: fc.constantFrom(0, 1, SIZE, 2 ** 40),
    version: fc.string({ maxLength: 5 }),
    chunks: small,
  }),
  fc.record({ type: fc.constant('want' as const), file: small, have: small }),
  fc.record({ type: fc.constant('chunk' as const), file: small, chunk: small, digest }),
  fc.record({ type: fc.constant('ack' as const), file: small, chunks: small }),
  fc.record({ type: fc.constant('end' as const), file: small, digest }),
  fc.record({ type: fc.constant('received' as const), file: small, bytes: fc.constantFrom(0, 1, 10 ** 9) }),
  fc.record({ type: fc.constant('done' as const), file: small }),
  fc.record({ type: fc.constant('failed' as const), file: small, end }),
  fc.record({ type: fc.constantFrom('ping' as const, 'pong' as const, 'working' as const) }),
);
const frame = fc
  .record({
    file: small,
    chunk: small,
    offset: fc.constantFrom(0, 1, 655_359),
    length: fc.constantFrom(0, 1, 44_640, 655_360),
    part: fc.uint8Array({ maxLength: 40 }),
  })
  .map((parts) => encodeFrame(parts, new Uint8Array(100)).slice());
const nonsense: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.constantFrom('', '{}', 'null', '[]', `{"type":"offer","name":"${'x'.repeat(5_000)}"}`),
  fc.uint8Array({ maxLength: 60 }),
  frame,
  control.map(encodeControl),
);

describe.each(['receiver', 'sender'] as const)('a %s', (who) => {
  it('ends as it should whatever comes, and opens nothing that it was not asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(nonsense, { minLength: 1, maxLength: 60 }), async (messages) => {
        const pair = createChannelPair();
        const clock = createFakeClock();
        const disk = createMemoryDisk();
        const ends: string[] = [];
        const events = { fileEnded: (id: string) => ends.push(id) };
        const run =
          who === 'receiver'
            ? receiveFiles(pair.right, [{ id: 'a', maxBytes: SIZE }], {
                open: disk.open,
                digest: sha256,
                clock,
                events,
              })
            : sendFiles(pair.right, [createSource('a', bytesOf(1_000))], { digest: sha256, clock, events });
        for (const message of messages) {
          pair.right.deliver(message);
          await Promise.resolve();
        }
        clock.jump(30_000);
        pair.cut();
        expect(TRANSFER_ENDS).toContain(await run.ended);
        expect(ends).toEqual(['a']);
        expect([...disk.files.keys()].filter((id) => id !== 'a')).toEqual([]);
        expect(disk.openFiles).toBe(0);
        expect(clock.pending()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('hangs up on who sends nothing but nonsense', async () => {
    const pair = createChannelPair();
    const deps = { digest: sha256, clock: createFakeClock(), events: {} };
    const run =
      who === 'receiver'
        ? receiveFiles(pair.right, [{ id: 'a', maxBytes: 1 }], { ...deps, open: createMemoryDisk().open })
        : sendFiles(pair.right, [createSource('a', bytesOf(1))], deps);
    for (let count = 0; count < 101; count++) pair.right.deliver('nonsense');
    expect(await run.ended).toBe('unexpected');
    expect(run.refused()).toEqual({ malformed: 101 });
  });
});

it('a receiver refuses chunks that come faster than they are written', async () => {
  const pair = createChannelPair();
  const disk = createMemoryDisk();
  const run = receiveFiles(pair.right, [{ id: 'a', maxBytes: 2 ** 30 }], {
    open: async (offer) => ({ ...(await disk.open(offer)), write: () => new Promise<void>(() => {}) }),
    digest: digestAtOnce,
    clock: createFakeClock(),
    events: {},
  });
  const size = 20 * 655_360;
  pair.right.deliver(
    encodeControl({ type: 'offer', file: 0, id: 'a', name: 'a', size, version: '', chunks: 20 }),
  );
  await pair.settled();
  const bytes = new Uint8Array(655_360);
  const expected = toHex(await digestAtOnce(bytes));
  for (let chunk = 0; chunk < 11; chunk++) {
    for (const { offset, length } of partsOf(bytes.length, 262_144)) {
      const part = bytes.subarray(offset, offset + length);
      pair.right.deliver(
        encodeFrame({ file: 0, chunk, offset, length: bytes.length, part }, new Uint8Array(262_144)).slice(),
      );
    }
    pair.right.deliver(encodeControl({ type: 'chunk', file: 0, chunk, digest: expected }));
  }
  expect(run.refused()).toMatchObject({ 'too-fast': 1 });
});

describe('a message', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(control, (message) => {
        expect(parseControl(encodeControl(message))).toEqual(message);
      }),
    );
  });

  it.each([
    ['an end that is not known', '{"type":"bye","end":"exploded"}'],
    ['a negative number', '{"type":"ack","file":0,"chunks":-1}'],
    ['a digest of another length', '{"type":"end","file":0,"digest":"00"}'],
    ['a file larger than any', '{"type":"want","file":65536,"have":0}'],
  ])('with %s is none', (_, text) => {
    expect(parseControl(text)).toBeUndefined();
  });

  it('of the longest names is still one', () => {
    const long = '\u0001'.repeat(255);
    const text = encodeControl({
      type: 'offer',
      file: 65_535,
      id: '\u0001'.repeat(128),
      name: long,
      size: 2 ** 40,
      version: long,
      chunks: 1,
    });
    expect(parseControl(text)).toBeDefined();
  });
});

describe('a frame', () => {
  const written = (length: number, offset: number, part: Uint8Array) =>
    encodeFrame({ file: 7, chunk: 9, offset, length, part }, new Uint8Array(100)).slice();

  it('comes back as it was written', () => {
    const part = Uint8Array.of(1, 2, 3);
    expect(parseFrame(written(10, 7, part))).toEqual({ file: 7, chunk: 9, offset: 7, length: 10, part });
  });

  it.each([
    ['shorter than its header', written(10, 0, Uint8Array.of(1)).slice(0, 15)],
    ['of another version', written(10, 0, Uint8Array.of(1)).with(1, 2)],
    ['of another kind', written(10, 0, Uint8Array.of(1)).with(0, 9)],
    ['beyond the end of its chunk', written(10, 8, Uint8Array.of(1, 2, 3))],
    ['of a chunk that is too large', written(655_361, 0, Uint8Array.of(1))],
    ['empty, of a chunk that is not', written(10, 0, new Uint8Array())],
  ])('that is %s is none', (_, bytes) => {
    expect(parseFrame(bytes)).toBeUndefined();
  });

  it('carries nearly a third of a chunk where messages may be 256 KiB', () => {
    expect(partsOf(655_360, 262_144).map(({ length }) => length)).toEqual([218_454, 218_454, 218_452]);
    expect(partsOf(0, 262_144)).toEqual([{ offset: 0, length: 0 }]);
  });
});
