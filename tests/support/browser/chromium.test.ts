import { describe, expect, it } from 'vitest';
import { type BrowserSearch, findChromium, findHeadlessShell } from './chromium.ts';

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

describe('the search for a headless shell', () => {
  const both = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

  it('takes it before a whole browser, which the other search takes', () => {
    expect(findHeadlessShell(machine(both))).toEqual({ name: 'found', path: both[1] });
    expect(findChromium(machine(both))).toEqual({ name: 'found', path: both[0] });
  });

  it('takes the named one, or a whole browser where there is no shell', () => {
    expect(findHeadlessShell(machine([...both, '/opt/mine'], '/opt/mine'))).toMatchObject({
      path: '/opt/mine',
    });
    expect(findHeadlessShell(machine(both.slice(0, 1)))).toMatchObject({ path: both[0] });
  });
});
