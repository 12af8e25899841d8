import { expect, test } from 'vitest';
import { authStateOf } from './auth-state.ts';
import { tokensOf } from './fakes/fake-auth-service.ts';
import { createFakeStorage } from './fakes/fake-storage.ts';
import { createSessionVault } from './session-vault.ts';

const riverside = authStateOf(tokensOf({ siteId: 'riverside' }), 0);
const hillcrest = authStateOf(tokensOf({ siteId: 'hillcrest' }), 0);
const admin = authStateOf(tokensOf({ realm: 'admin', siteId: undefined }), 0);

function setUp() {
  const local = createFakeStorage();
  const openTab = () => {
    const tab = createFakeStorage();
    return createSessionVault({ local: () => local, tab: () => tab });
  };
  return { local, openTab };
}

test('a tab keeps to its own session, a new one takes the last used', () => {
  const { openTab } = setUp();
  const [a, b] = [openTab(), openTab()];
  for (const auth of [riverside, hillcrest]) a.write(auth);
  a.use('console:riverside');
  b.use('console:hillcrest');
  expect(a.choose('/')?.siteId).toBe('riverside');
  expect(b.choose('/')?.siteId).toBe('hillcrest');
  expect(openTab().choose('/group/x')?.siteId).toBe('hillcrest');
});

test('a tab that another person had is empty for the next one, and what a person has in their own stays', () => {
  const tab = createFakeStorage();
  const vault = createSessionVault({ local: createFakeStorage, tab: () => tab });
  tab.setItem('lectern.roomDraft.r1', '"of before"');
  tab.setItem('lectern-polls', '{}');
  vault.claimTab('anna');
  expect(tab.getItem('lectern.roomDraft.r1')).toBe('"of before"');
  vault.claimTab('anna');
  expect(tab.getItem('lectern.roomDraft.r1')).toBe('"of before"');
  vault.claimTab('ben');
  expect(tab.getItem('lectern.roomDraft.r1')).toBeNull();
  expect(tab.getItem('lectern-polls')).toBeNull();
});

test('a new tab for a page of the other realm takes that realm’s session, where there is one', () => {
  const { openTab } = setUp();
  const a = openTab();
  a.write(riverside);
  a.use('console:riverside');
  expect(openTab().choose('/admin/tutors')?.realm).toBe('console');
  a.write(admin);
  a.use('admin');
  expect(openTab().choose('/group/x')?.siteId).toBe('riverside');
  expect(openTab().choose('/')?.realm).toBe('admin');
});

test('two tabs that renew the sessions of two sites at the same moment keep both', () => {
  const { local, openTab } = setUp();
  const [a, b] = [openTab(), openTab()];
  a.write(riverside);
  a.write(hillcrest);
  // A tab in another process writes between any two steps of this one.
  let meanwhile = () => b.write({ ...hillcrest, token: 'renewed there' });
  const setItem = local.setItem.bind(local);
  local.setItem = (name, value) => {
    const run = meanwhile;
    meanwhile = () => {};
    run();
    setItem(name, value);
  };
  a.write({ ...riverside, token: 'renewed here' });
  expect(openTab().read('console:riverside')?.token).toBe('renewed here');
  expect(openTab().read('console:hillcrest')?.token).toBe('renewed there');
});

test.each([
  ['no JSON', '{'],
  ['another shape', '[1]'],
  ['a session without tokens', '{"userId":"x"}'],
  ['a session of another key', JSON.stringify(hillcrest)],
])('%s in storage is no session', (_, stored) => {
  const { local, openTab } = setUp();
  local.setItem('lectern.sessions.console:riverside', stored);
  local.setItem('lectern.lastSession', 'console:riverside');
  expect(openTab().keys()).toEqual([]);
  expect(openTab().choose('/')).toBeUndefined();
});

test('a back URL is kept per session and person, used once and never leaves the tab or the origin', () => {
  const [local, tab] = [createFakeStorage(), createFakeStorage()];
  const vault = createSessionVault({ local: () => local, tab: () => tab });
  vault.saveBackUrl(riverside, '/group/7a');
  expect(vault.takeBackUrl(hillcrest)).toBeUndefined();
  expect(vault.takeBackUrl({ ...riverside, userId: 'tutor-2' })).toBeUndefined();
  expect(vault.takeBackUrl(riverside)).toBe('/group/7a');
  expect(vault.takeBackUrl(riverside)).toBeUndefined();
  expect(local.length).toBe(0);
  tab.setItem('lectern.backUrl.admin tutor-1', '//evil.example');
  expect(vault.takeBackUrl(admin)).toBe('/');
});
