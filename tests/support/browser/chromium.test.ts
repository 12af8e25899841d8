import { describe, expect, it } from 'vitest';
import { type BrowserSearch, findChromium } from './chromium.ts';

const machine = (programs: string[], named?: string): BrowserSearch => ({
  named,
  searchPath: '/usr/local/bin:/usr/bin',
  isExecutable: (file) => programs.includes(file),
  playwrightsOwn: () => '/cache/chrome',
});

describe('the search for a browser', () => {
  it('takes the named one before any other', () => {
    expect(findChromium(machine(['/opt/mine', '/usr/bin/chromium'], '/opt/mine'))).toEqual({
      name: 'found',
      path: '/opt/mine',
    });
  });

  it('does not quietly take another when the named one is none', () => {
    expect(findChromium(machine(['/usr/bin/chromium'], '/opt/mine'))).toEqual({
      name: 'wrong',
      path: '/opt/mine',
    });
  });

  it('takes one of the system before Playwright’s', () => {
    expect(findChromium(machine(['/usr/bin/google-chrome', '/cache/chrome']))).toEqual({
      name: 'found',
      path: '/usr/bin/google-chrome',
    });
  });

  it('takes Playwright’s own when the system has none', () => {
    expect(findChromium(machine(['/cache/chrome']))).toEqual({ name: 'found', path: '/cache/chrome' });
  });

  it('says when there is none', () => {
    expect(findChromium(machine([]))).toEqual({ name: 'missing' });
  });
});
