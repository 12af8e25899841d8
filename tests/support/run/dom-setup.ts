/**
 * Before each file of tests that draw. Files of one worker share a page and the libraries, which would take longer to
 * load than the tests to run; modules of ours are fresh in each file, and what a file left in the page is taken away.
 */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { followLeftBehind } from './left-behind.ts';

// A busy machine takes longer than the second that is usual; what comes at once is waited for no longer.
configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

vi.resetModules();
const leftBehind = followLeftBehind();

afterAll(() => {
  vi.useRealTimers();
  leftBehind.end();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
});
