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

test.each([
  ['no JSON', '{'],
  ['another shape', '[1]'],
  ['a session without tokens', '{"console:riverside":{"userId":"x"}}'],
  ['a session under another’s key', JSON.stringify({ 'console:other': riverside })],
])('%s in storage is no session', (_, stored) => {
  const { local, openTab } = setUp();
  local.setItem('lectern.sessions', stored);
  local.setItem('lectern.lastSession', 'console:riverside');
  expect(openTab().keys()).toEqual([]);
  expect(openTab().choose('/')).toBeUndefined();
});

test('a back URL is kept per session, used once and never leaves the origin', () => {
  const { local, openTab } = setUp();
  const vault = openTab();
  vault.saveBackUrl('console:riverside', '/group/7a');
  expect(vault.takeBackUrl('console:hillcrest')).toBeUndefined();
  expect(vault.takeBackUrl('console:riverside')).toBe('/group/7a');
  expect(vault.takeBackUrl('console:riverside')).toBeUndefined();
  local.setItem('lectern.backUrl.admin', '//evil.example');
  expect(vault.takeBackUrl('admin')).toBe('/');
});
