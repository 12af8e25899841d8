import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPart } from './part.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

const away = async () => 'unreachable' as const;

/** Answers each attempt when the test says so. */
function setUp() {
  const attempts: { come(): void; fail(): void }[] = [];
  const part = createPart(
    () =>
      new Promise<string>((resolve, reject) => {
        attempts.push({ come: () => resolve('it'), fail: () => reject(new Error('Failed to fetch')) });
      }),
    away,
  );
  return { part, attempts };
}

test('a part is asked for once, however many wait for it, and never again', async () => {
  const { part, attempts } = setUp();
  const [one, two] = [part.load(), part.load()];
  attempts[0]?.come();
  expect(await Promise.all([one, two, part.load()])).toEqual([undefined, undefined, undefined]);
  expect(part.loaded()).toBe('it');
  expect(attempts).toHaveLength(1);
});

test('a part that did not come is asked for again', async () => {
  const { part, attempts } = setUp();
  const first = part.load();
  attempts[0]?.fail();
  expect(await first).toBe('unreachable');
  expect(part.loaded()).toBeUndefined();
  const second = part.load();
  attempts[1]?.come();
  expect(await second).toBeUndefined();
  expect(part.loaded()).toBe('it');
});

test('a style sheet that did not come is taken out of the page, so that the next attempt asks for it', async () => {
  const { part, attempts } = setUp();
  const [gone, there, preload] = ['stylesheet', 'stylesheet', 'modulepreload'].map((rel) => {
    const link = document.createElement('link');
    link.rel = rel;
    document.head.append(link);
    return link;
  });
  const first = part.load();
  gone?.dispatchEvent(new Event('error'));
  preload?.dispatchEvent(new Event('error'));
  attempts[0]?.fail();
  await first;
  expect([...document.head.children]).toEqual([there, preload]);
  // Whose style sheet it is that fails now is not known here.
  there?.dispatchEvent(new Event('error'));
  expect(there?.isConnected).toBe(true);
});

test('a script that never comes is given up after two minutes, and can be asked for again', async () => {
  vi.useFakeTimers();
  try {
    const { part, attempts } = setUp();
    const first = part.load();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(console.warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toBe('unreachable');
    expect(console.warn).toHaveBeenCalledWith('part', expect.objectContaining({ name: 'ChunkLoadError' }));
    const second = part.load();
    attempts[1]?.come();
    expect(await second).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('a fault of the program itself is logged as one', async () => {
  const part = createPart(
    () => Promise.reject(new TypeError('x is undefined')),
    async () => 'other',
  );
  expect(await part.load()).toBe('other');
  expect(console.error).toHaveBeenCalledOnce();
});
