import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PICTURE_PLACE, watchPictureSize } from './picture-size.ts';

let resize: (width: number, height: number) => void = () => {};
let isStopped = false;
class Observer {
  constructor(call: (entries: { contentRect: { width: number; height: number } }[]) => void) {
    resize = (width, height) => call([{ contentRect: { width, height } }]);
  }
  observe() {
    isStopped = false;
  }
  disconnect() {
    isStopped = true;
  }
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('tells whole device pixels that fit, each size once, until it is stopped', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('devicePixelRatio', 2);
  render(<div {...PICTURE_PLACE} />);
  const told: unknown[] = [];
  const stop = watchPictureSize((size) => told.push(size));
  act(() => {
    resize(148, 83.25);
    resize(148.2, 83.3);
    resize(0, 0);
    resize(160, 90);
  });
  expect(told).toEqual([
    { width: 296, height: 166 },
    { width: 320, height: 180 },
  ]);
  stop();
  expect(isStopped).toBe(true);
});

test('tells nothing where there is no card', () => {
  expect(watchPictureSize(() => expect.unreachable())).toBeTypeOf('function');
});
