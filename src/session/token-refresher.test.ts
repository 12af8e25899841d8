import { describe, expect, test, vi } from 'vitest';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import { type AuthState, authStateOf } from './auth-state.ts';
import { createFakeAuthService, tokensOf } from './fakes/fake-auth-service.ts';
import { createFakeLocks } from './fakes/fake-locks.ts';
import { createFakeStorage } from './fakes/fake-storage.ts';
import { createSessionVault } from './session-vault.ts';
import { createTokenRefresher, type RefresherEnd } from './token-refresher.ts';

function setUp(expiresIn = 600) {
  const clock = createFakeClock({ settle: settleTasks });
  const auth = createFakeAuthService();
  const local = createFakeStorage();
  const locks = createFakeLocks();
  const vault = createSessionVault({ local: () => local, tab: () => createFakeStorage() });
  const first = authStateOf(tokensOf({ expiresIn }), clock.now());
  vault.write(first);
  function openTab(from: AuthState = first) {
    const seen: string[] = [];
    const ends: RefresherEnd[] = [];
    let unanswered = 0;
    const refresher = createTokenRefresher(
      {
        auth,
        vault,
        locks,
        clock,
        random: () => 0,
        onChange: (state) => seen.push(state.token),
        onEnd: (why) => ends.push(why),
        onUnreachable: () => {
          unanswered += 1;
        },
      },
      from,
    );
    refresher.start();
    return { refresher, seen, ends, unanswered: () => unanswered };
  }
  return { clock, auth, vault, first, openTab };
}

describe('one tab', () => {
  test('refreshes the token 60 seconds before it expires, not earlier', async () => {
    const { clock, auth, vault, openTab } = setUp();
    const tab = openTab();
    await clock.advance(539_000);
    expect(auth.calls).toEqual([]);
    await clock.advance(1_000);
    expect(auth.calls).toEqual(['refresh refresh-1']);
    expect(tab.seen).toEqual(['access-2']);
    expect(vault.read('console:riverside')?.refreshToken).toBe('refresh-2');
  });

  test('goes on refreshing token after token', async () => {
    const { clock, auth, openTab } = setUp();
    openTab();
    await clock.advance(540_000 * 3);
    expect(auth.calls).toEqual(['refresh refresh-1', 'refresh refresh-2', 'refresh refresh-3']);
  });

  test('a token that lives for a minute is refreshed at half time, not for ever', async () => {
    const { clock, auth, openTab } = setUp(60);
    openTab();
    await clock.advance(29_000);
    expect(auth.calls).toEqual([]);
    await clock.advance(2_000);
    expect(auth.calls).toHaveLength(1);
  });

  test('an expired token is refreshed at once', async () => {
    const { clock, auth, vault, first, openTab } = setUp();
    const expired = { ...first, expiresAtMs: clock.now() - 1 };
    vault.write(expired);
    const tab = openTab(expired);
    await clock.settle();
    expect(auth.calls).toEqual(['refresh refresh-1']);
    expect(tab.seen).toEqual(['access-2']);
  });

  test('where the storage is full it goes on with the tokens that it has', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { clock, auth, vault, openTab } = setUp();
    const tab = openTab();
    const write = vi.spyOn(vault, 'write').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await clock.advance(540_000 * 2);
    expect(auth.calls).toEqual(['refresh refresh-1', 'refresh refresh-2']);
    expect(tab.seen).toEqual(['access-2', 'access-3']);
    write.mockRestore();
    await clock.advance(540_000);
    expect(vault.read('console:riverside')?.refreshToken).toBe('refresh-4');
    expect(tab.ends).toEqual([]);
  });

  test('where the storage is full it does not go back to the older tokens that are stored', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { clock, auth, vault, first, openTab } = setUp();
    const tab = openTab();
    vi.spyOn(vault, 'write').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await tab.refresher.renew();
    tab.refresher.adopt(first);
    await tab.refresher.renew();
    expect(auth.calls).toEqual(['refresh refresh-1', 'refresh refresh-2']);
    expect(tab.seen.at(-1)).toBe('access-3');
    expect(await tab.refresher.fresh()).toBe('access-3');
    await clock.advance(540_000);
    expect(tab.ends).toEqual([]);
  });

  test('a refusal ends the session', async () => {
    const { clock, auth, openTab } = setUp();
    const tab = openTab();
    auth.answerWith('refuse');
    await clock.advance(540_000);
    expect(tab.ends).toEqual(['refused']);
    expect(clock.pending()).toBe(0);
    expect(await tab.refresher.fresh()).toBeUndefined();
  });

  test('offline keeps the session and tries again with growing delays, also past expiry', async () => {
    const { clock, auth, openTab } = setUp();
    const tab = openTab();
    auth.answerWith('unreachable');
    await clock.advance(540_000);
    await clock.advance(500 + 1_000 + 2_000);
    expect(auth.calls).toHaveLength(4);
    await clock.advance(300_000);
    expect(tab.ends).toEqual([]);
    expect(auth.calls.length).toBeLessThan(20);
    await expect(tab.refresher.fresh()).rejects.toMatchObject({ code: 'unreachable' });
    auth.answerWith('normal');
    await clock.advance(30_000);
    expect(tab.seen).toEqual(['access-2']);
    expect(await tab.refresher.fresh()).toBe('access-2');
  });

  test('waits as long as a busy platform asks for, whoever needs a token meanwhile', async () => {
    const { clock, auth, openTab } = setUp();
    const tab = openTab();
    auth.answerWith('busy');
    await clock.advance(540_000);
    expect(auth.calls).toHaveLength(1);
    await clock.advance(39_000);
    expect(await tab.refresher.fresh()).toBe('access-1');
    tab.refresher.check();
    await clock.settle();
    expect(auth.calls).toHaveLength(1);
    auth.answerWith('normal');
    await clock.advance(1_000);
    expect(tab.seen).toEqual(['access-2']);
    expect(tab.ends).toEqual([]);
  });

  test('offline before expiry hands out the token that is still good', async () => {
    const { clock, auth, openTab } = setUp();
    const tab = openTab();
    auth.answerWith('unreachable');
    await clock.advance(580_000);
    expect(await tab.refresher.fresh()).toBe('access-1');
  });

  test('when the page wakes with a token that is due it asks at once instead of waiting for its timer', async () => {
    const { clock, auth, openTab } = setUp();
    const tab = openTab();
    auth.answerWith('unreachable');
    await clock.advance(700_000);
    const before = auth.calls.length;
    auth.answerWith('normal');
    tab.refresher.check();
    await clock.settle();
    expect(auth.calls).toHaveLength(before + 1);
    expect(tab.seen).toEqual(['access-2']);
  });

  const YEAR_MS = 365 * 86_400_000;
  test.each([
    ['an hour', 3_600_000],
    ['a day', 86_400_000],
    ['a year', YEAR_MS],
  ])('a token that was stored while the clock was %s ahead is refreshed at once', async (_, aheadMs) => {
    const { clock, auth, vault, first, openTab } = setUp();
    const stored = { ...first, expiresAtMs: first.expiresAtMs + aheadMs };
    vault.write(stored);
    const tab = openTab(stored);
    await clock.settle();
    expect(tab.seen).toEqual(['access-2']);
    await clock.advance(10_000);
    expect(await tab.refresher.fresh('access-2')).toBe('access-3');
    expect(auth.calls).toEqual(['refresh refresh-1', 'refresh refresh-2']);
  });

  test('a token that a service refused is replaced, a brand-new one is not', async () => {
    const { clock, auth, openTab } = setUp();
    const tab = openTab();
    expect(await tab.refresher.fresh('access-1')).toBe('access-1');
    await clock.advance(10_000);
    expect(await tab.refresher.fresh('access-1')).toBe('access-2');
    expect(auth.calls).toEqual(['refresh refresh-1']);
  });

  test('tokens that arrive after a sign-out are given back, not stored', async () => {
    const { clock, auth, vault, openTab } = setUp();
    const tab = openTab();
    auth.beforeAnswer(async () => vault.remove('console:riverside'));
    await clock.advance(540_000);
    expect(auth.calls).toEqual(['refresh refresh-1', 'logout refresh-2']);
    expect(vault.read('console:riverside')).toBeUndefined();
    expect(tab.ends).toEqual(['elsewhere']);
  });

  test('tokens that arrive after the tab has left for another site are stored for the tabs that stay', async () => {
    const { clock, auth, vault, openTab } = setUp();
    const tab = openTab();
    auth.beforeAnswer(async () => tab.refresher.stop());
    await clock.advance(540_000);
    expect(auth.calls).toEqual(['refresh refresh-1']);
    expect(vault.read('console:riverside')?.refreshToken).toBe('refresh-2');
    expect([tab.seen, tab.ends]).toEqual([[], []]);
  });

  test('tokens that arrive after another session has begun in the place of theirs do not take its place', async () => {
    const { clock, auth, vault, first, openTab } = setUp();
    const tab = openTab();
    const other = { ...first, userId: 'tutor-2', token: 'access-9', refreshToken: 'refresh-9' };
    auth.beforeAnswer(async () => vault.write(other));
    await clock.advance(540_000);
    expect(vault.read('console:riverside')?.refreshToken).toBe('refresh-9');
    expect([tab.seen, tab.ends]).toEqual([[], ['replaced']]);
  });
});

describe('two tabs of one session', () => {
  test('only one refreshes, the other adopts what it stored', async () => {
    const { clock, auth, openTab } = setUp();
    const [a, b] = [openTab(), openTab()];
    await clock.advance(541_000);
    expect(auth.calls).toEqual(['refresh refresh-1']);
    expect(a.seen).toEqual(['access-2']);
    expect(b.seen).toEqual(['access-2']);
  });

  test('both asked for a fresh token at once: one refresh, one token', async () => {
    const { clock, auth, openTab } = setUp();
    const [a, b] = [openTab(), openTab()];
    await clock.advance(10_000);
    const got = await Promise.all([
      a.refresher.fresh('access-1'),
      a.refresher.fresh('access-1'),
      b.refresher.fresh('access-1'),
    ]);
    expect(got).toEqual(['access-2', 'access-2', 'access-2']);
    expect(auth.calls).toEqual(['refresh refresh-1']);
  });

  test('a refusal is no end when another tab has stored newer tokens meanwhile', async () => {
    const { clock, auth, vault, first, openTab } = setUp();
    const tab = openTab();
    auth.answerWith('refuse');
    auth.beforeAnswer(async () =>
      vault.write({
        ...first,
        token: 'access-9',
        refreshToken: 'refresh-9',
        expiresAtMs: clock.now() + 600_000,
      }),
    );
    await clock.advance(540_000);
    expect(tab.ends).toEqual([]);
    expect(tab.seen).toEqual(['access-9']);
  });

  test('somebody else’s session in the same site is never adopted', async () => {
    const { clock, auth, vault, first, openTab } = setUp();
    const tab = openTab();
    const other = { ...first, userId: 'tutor-2', token: 'access-9', expiresAtMs: clock.now() + 3_600_000 };
    vault.write(other);
    tab.refresher.adopt(other);
    expect(tab.seen).toEqual([]);
    expect(tab.ends).toEqual(['replaced']);
    await clock.advance(600_000);
    expect(auth.calls).toEqual([]);
  });
});
