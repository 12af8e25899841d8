import { describe, expect, test, vi } from 'vitest';
import { authStateOf, type SessionKey } from './auth-state.ts';
import { tokensOf } from './fakes/fake-auth-service.ts';
import { createFakeTabs } from './fakes/fake-tabs.ts';

function setUp() {
  const { openTab, ...browser } = createFakeTabs();
  return {
    ...browser,
    authFor: (siteId: string, changes = {}) =>
      authStateOf(tokensOf({ siteId, refreshToken: `refresh-${siteId}`, ...changes }), browser.clock.now()),
    openTab(path?: string) {
      const tab = openTab(path);
      const away: { hasSignedOut: boolean }[] = [];
      tab.life.onLoginAway((why) => away.push(why));
      return { ...tab, away };
    },
  };
}

const hashOf = (address: string | undefined) =>
  new URLSearchParams(new URL(address ?? 'about:blank').hash.slice(1));
const key = (siteId: string): SessionKey => `console:${siteId}`;

describe('sign-out', () => {
  test('clears the session, events and id token, saves the back URL and leaves with continue and fresh', async () => {
    const { auth, local, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    local.setItem('lectern.events.unread', '3');
    local.setItem('lectern.idToken', 'x');
    local.setItem('zoomLevel', '40');
    for (const key of ['lock', 'notification', 'lastUsername', 'encoding'])
      local.setItem(`lectern.${key}.console:riverside tutor-1`, 'of this person');
    await tab.life.signOut();

    expect(tab.vault.keys()).toEqual([]);
    expect(local.getItem('lectern.lastSession')).toBeNull();
    expect(local.getItem('lectern.events.unread')).toBeNull();
    expect(local.getItem('lectern.idToken')).toBeNull();
    expect(local.getItem('zoomLevel')).toBe('40');
    expect(local.getItem('lectern.lock.console:riverside tutor-1')).toBeNull();
    expect(local.getItem('lectern.notification.console:riverside tutor-1')).toBeNull();
    expect(local.getItem('lectern.lastUsername.console:riverside tutor-1')).toBeNull();
    const names = Array.from({ length: local.length }, (_, index) => local.key(index) ?? '');
    expect(names.filter((name) => name.includes('tutor-1'))).toEqual([]);
    expect(tab.vault.takeBackUrl(authFor('riverside'))).toBe('/group/7a?tab=devices');
    expect(auth.calls).toEqual(['logout refresh-riverside']);
    expect(tab.states.at(-1)).toEqual({ name: 'signed-out', reason: 'user' });
    const hash = hashOf(tab.went[0]);
    expect(tab.went).toHaveLength(1);
    expect(tab.went[0]).toMatch(/^http:\/\/login\.localhost:8080\/sign-in#/);
    expect(Object.fromEntries(hash)).toMatchObject({
      tenant: 'demo',
      continue: '/group/7a?tab=devices',
      fresh: '1',
      reloginWith: 'teacher@demo.example',
    });
  });

  test('without a network stays on a page of ours, and the next visitor signs in anew', async () => {
    const { network, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    network.isThere = false;
    await tab.life.signOut();
    expect(tab.went).toEqual([]);
    expect(tab.away).toEqual([{ hasSignedOut: true }]);
    expect(tab.vault.keys()).toEqual([]);

    network.isThere = true;
    const next = openTab('/');
    await next.life.toLogin({ continuePath: '/', fresh: false });
    expect(hashOf(next.went[0]).get('fresh')).toBe('1');
    expect(next.away).toEqual([]);
    next.life.store(authFor('riverside'));
    const later = openTab('/');
    await later.life.toLogin({ continuePath: '/', fresh: false });
    expect(hashOf(later.went[0]).get('fresh')).toBeNull();
  });

  test('happens once, however many ask for it', async () => {
    const { authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    await Promise.all([tab.life.signOut(), tab.life.signOut('refused')]);
    expect(tab.went).toHaveLength(1);
  });

  test('waits for those who have something to let go of, but not for ever', async () => {
    const { clock, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    const told: string[] = [];
    const undo = tab.life.onEnd(() => void told.push('undone'));
    undo();
    tab.life.onEnd((end) => void told.push(end));
    tab.life.onEnd(() => new Promise(() => {}));
    tab.life.onEnd(() => {
      throw new Error('a listener that fails');
    });
    const done = tab.life.signOut();
    await clock.advance(1_400);
    expect(tab.went).toEqual([]);
    await clock.advance(200);
    await done;
    expect(told).toEqual(['signed-out']);
    expect(tab.went).toHaveLength(1);
  });

  test('what was put off is done with the old token, before the session ends on the platform', async () => {
    const { auth, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    const seen: unknown[] = [];
    tab.life.onLastWork(async () => {
      seen.push(await tab.life.freshToken(), tab.vault.keys(), [...auth.calls]);
      seen.push(await tab.life.freshToken('access-1'));
    });
    await tab.life.signOut();
    expect(seen).toEqual(['access-1', [], [], undefined]);
    expect(auth.calls).toEqual(['logout refresh-riverside']);
    expect(await tab.life.freshToken()).toBeUndefined();
  });

  test('nobody who lets go waits for what was put off', async () => {
    const { clock, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    tab.life.onLastWork(() => new Promise(() => {}));
    let hasLetGo = false;
    tab.life.onEnd(() => {
      hasLetGo = true;
    });
    const done = tab.life.signOut();
    expect([hasLetGo, tab.went]).toEqual([true, []]);
    await clock.advance(1_000);
    await done;
  });

  test('where the storage is full it ends all the same, with the tokens that the tab has', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { clock, auth, local, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside', { refreshToken: 'refresh-1' }));
    vi.spyOn(local, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await clock.advance(540_000);
    await tab.life.signOut();
    expect(auth.calls.at(-1)).toBe('logout refresh-2');
    expect([tab.vault.keys(), tab.went.length]).toEqual([[], 1]);
  });

  test('what was put off gets a second, then the session ends all the same', async () => {
    const { clock, auth, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    tab.life.onLastWork(() => new Promise(() => {}));
    const done = tab.life.signOut();
    await clock.advance(900);
    expect(auth.calls).toEqual([]);
    await clock.advance(200);
    await done;
    expect(auth.calls).toEqual(['logout refresh-riverside']);
    expect(tab.went).toHaveLength(1);
  });

  test('a refused refresh signs out without asking the platform to', async () => {
    const { clock, auth, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    auth.answerWith('refuse');
    await clock.advance(540_000);
    expect(auth.calls).toEqual(['refresh refresh-riverside', 'session-end access-1']);
    expect(tab.states.at(-1)).toEqual({ name: 'signed-out', reason: 'refused' });
    expect(tab.went).toHaveLength(1);
    expect(hashOf(tab.went[0]).get('ended')).toBeNull();
  });

  test('a session that the platform has ended takes its reason along, in each tab', async () => {
    const { clock, auth, authFor, openTab } = setUp();
    const [a, b] = [openTab(), openTab('/users')];
    await a.begin(authFor('riverside'));
    await b.begin(authFor('riverside'));
    auth.answerWith('refuse');
    auth.endedBecause('site-deleted');
    await a.life.renew();
    b.life.storageChanged();
    await clock.advance(2_000);
    expect([a, b].map(({ went }) => hashOf(went[0]).get('ended'))).toEqual(['site-deleted', 'site-deleted']);
  });

  test('a sign-out asks for no reason, and one whose reason nobody tells leaves all the same', async () => {
    const { auth, authFor, openTab } = setUp();
    const [mine, refused] = [openTab(), openTab()];
    auth.endedBecause('tutor-deleted');
    await mine.begin(authFor('riverside'));
    await mine.life.signOut();
    expect(hashOf(mine.went[0]).get('ended')).toBeNull();
    await refused.begin(authFor('hillcrest'));
    auth.answerWith('unreachable');
    await refused.life.signOut('refused');
    expect(refused.went).toHaveLength(1);
    expect(hashOf(refused.went[0]).get('ended')).toBeNull();
  });

  test('ends kept sessions that no tab uses, and leaves those of other tabs alone', async () => {
    const { auth, authFor, openTab } = setUp();
    const [tab, other] = [openTab(), openTab()];
    await other.begin(authFor('hillcrest'));
    tab.vault.write(authFor('closed'));
    await tab.begin(authFor('riverside'));
    await tab.life.signOut();
    expect(tab.vault.keys()).toEqual([key('hillcrest')]);
    expect(auth.calls).toEqual(['logout refresh-riverside', 'logout refresh-closed']);
  });

  test('without a session it only leaves for the login page, keeping the account there', async () => {
    const { auth, openTab } = setUp();
    const tab = openTab('/users');
    await tab.life.signOut('not-signed-in');
    expect(auth.calls).toEqual([]);
    expect(hashOf(tab.went[0]).get('fresh')).toBeNull();
    expect(hashOf(tab.went[0]).get('continue')).toBe('/users');
  });
});

describe('several tabs', () => {
  test('a sign-out elsewhere is followed after two seconds of quiet', async () => {
    const { clock, authFor, openTab } = setUp();
    const [a, b] = [openTab(), openTab('/users')];
    await a.begin(authFor('riverside'));
    await b.begin(authFor('riverside'));
    await a.life.signOut();
    b.life.storageChanged();
    await clock.advance(1_500);
    b.life.storageChanged();
    await clock.advance(1_900);
    expect(b.went).toEqual([]);
    await clock.advance(200);
    expect(b.states.at(-1)).toEqual({ name: 'signed-out', reason: 'elsewhere' });
    expect(hashOf(b.went[0]).get('continue')).toBe('/users');
  });

  test('tokens that another tab has stored are adopted', async () => {
    const { clock, authFor, openTab } = setUp();
    const [a, b] = [openTab(), openTab()];
    await a.begin(authFor('riverside'));
    await b.begin(authFor('riverside'));
    a.vault.write(authFor('riverside', { accessToken: 'access-new' }));
    b.life.storageChanged();
    await clock.advance(2_000);
    expect(await b.life.freshToken()).toBe('access-new');
    expect(b.states.at(-1)).toMatchObject({ name: 'signed-in', auth: { token: 'access-new' } });
  });

  test('two tabs may be in two sites: the one’s sign-out does not touch the other', async () => {
    const { clock, authFor, openTab } = setUp();
    const [a, b] = [openTab(), openTab()];
    await a.begin(authFor('riverside'));
    await b.begin(authFor('hillcrest'));
    await a.life.signOut();
    b.life.storageChanged();
    await clock.advance(5_000);
    expect(b.went).toEqual([]);
    expect(await b.life.freshToken()).toBe('access-1');
  });

  test('a tab begins anew when somebody else signs in to its site in another one', async () => {
    const { clock, local, authFor, openTab } = setUp();
    const [a, b] = [openTab(), openTab()];
    await a.begin(authFor('riverside'));
    const told: string[] = [];
    a.life.onEnd((end) => void told.push(`a ${end}`));
    b.life.onEnd((end) => void told.push(`b ${end}`));
    local.setItem('STUN_CREDENTIALS', '{}');
    const theirs = { userId: 'tutor-2', accessToken: 'theirs', refreshToken: 'r-theirs' };
    expect(await b.life.store(authFor('riverside', theirs))).toBe(false);
    // What the first person left is gone before the second one begins.
    expect(told).toEqual(['b signed-out']);
    expect(local.getItem('STUN_CREDENTIALS')).toBeNull();
    expect(b.went).toEqual(['reload']);
    a.life.storageChanged();
    await clock.advance(2_000);
    expect(told).toEqual(['b signed-out', 'a switched']);
    expect(a.went).toEqual(['reload']);
    expect(a.vault.read(key('riverside'))?.userId).toBe('tutor-2');
  });
});

describe('switching', () => {
  test('logs in to the other site with the access token and leaves for its home', async () => {
    const { auth, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    const ends: string[] = [];
    tab.life.onEnd((end) => void ends.push(end));
    await tab.life.switchTo({ realm: 'console', siteId: 'hillcrest' });
    expect(auth.calls).toEqual(['login access-1 console hillcrest', 'logout refresh-riverside']);
    expect(ends).toEqual(['switched']);
    expect(tab.vault.keys()).toEqual([key('hillcrest')]);
    expect(tab.vault.choose('/')?.siteId).toBe('hillcrest');
    expect(tab.went).toEqual(['/']);
  });

  test('the left session stays for another tab that is in it', async () => {
    const { authFor, openTab } = setUp();
    const [tab, other] = [openTab(), openTab()];
    await tab.begin(authFor('riverside'));
    await other.begin(authFor('riverside'));
    await tab.life.switchTo({ realm: 'console', siteId: 'hillcrest' });
    expect(tab.vault.keys()).toEqual([key('riverside'), key('hillcrest')]);
    expect(tab.went).toEqual(['/']);
    expect(other.vault.choose('/')?.siteId).toBe('riverside');
  });

  test('without a token or a site it says so', async () => {
    const { authFor, openTab } = setUp();
    const tab = openTab();
    await expect(tab.life.switchTo({ realm: 'console', siteId: 'x' })).rejects.toThrow('No access token');
    await tab.begin(authFor('riverside'));
    await expect(tab.life.switchTo({ realm: 'console', siteId: '' })).rejects.toThrow('No siteId');
    expect(tab.went).toEqual([]);
  });

  test('a refusal signs out', async () => {
    const { auth, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    auth.answerWith('refuse');
    await tab.life.switchTo({ realm: 'console', siteId: 'hillcrest' });
    expect(tab.states.at(-1)).toEqual({ name: 'signed-out', reason: 'switch-failed' });
    expect(tab.went[0]).toContain('/sign-in#');
  });

  test('no answer at all changes nothing', async () => {
    const { auth, authFor, openTab } = setUp();
    const tab = openTab();
    await tab.begin(authFor('riverside'));
    auth.answerWith('unreachable');
    const switched = tab.life.switchTo({ realm: 'console', siteId: 'hillcrest' });
    await expect(switched).rejects.toMatchObject({ code: 'unreachable' });
    expect(await tab.life.freshToken()).toBe('access-1');
    expect(tab.went).toEqual([]);
  });
});
