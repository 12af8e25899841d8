// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { followLeftBehind } from './left-behind.ts';

it('ends listeners and timers that a file began, and leaves those from before it alone', async () => {
  const heard: string[] = [];
  const hear = (what: string) => () => void heard.push(what);
  setTimeout(hear('timer before'), 0);
  document.addEventListener('x', hear('document before'));
  const leftBehind = followLeftBehind();
  document.addEventListener('x', hear('document'));
  addEventListener('x', hear('window'));
  setTimeout(hear('timeout'), 0);
  setInterval(hear('interval'), 0);
  leftBehind.end();

  const last = vi.fn();
  setTimeout(last, 2);
  document.dispatchEvent(new Event('x'));
  dispatchEvent(new Event('x'));
  await vi.waitFor(() => expect(last).toHaveBeenCalled());
  expect(heard.sort()).toEqual(['document before', 'timer before']);
});
