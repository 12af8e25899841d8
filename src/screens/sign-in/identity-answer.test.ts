import { expect, test } from 'vitest';
import { base64Url } from '#session/hand-over.ts';
import { createFakeLoginHost, demo, idTokenOf, refusal } from './fakes/fake-sign-in.ts';
import { acceptAnswer } from './identity-answer.ts';
import { m } from './messages.ts';

async function setUp() {
  const host = createFakeLoginHost();
  const begun = await host.requests.begin(demo, 'google', { selectAccount: false });
  const state = begun?.state ?? '';
  const nonce = new URL(begun?.url ?? '').searchParams.get('nonce');
  const accept = (answer: unknown) =>
    acceptAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), host);
  return { host, ...host, state, nonce, accept };
}

test('a good answer is stored', async () => {
  const { tokens, state, nonce, accept } = await setUp();
  const token = idTokenOf({ nonce });
  expect(await accept({ id_token: token, state })).toEqual({ name: 'accepted' });
  expect(tokens.read()).toBe(token);
});

test('the id token is used up at once, with the verifier that its nonce is the hash of', async () => {
  const { host, state, nonce, accept } = await setUp();
  await accept({ id_token: idTokenOf({ nonce }), state });
  const [traded] = host.traded;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(traded?.verifier));
  expect(nonce).toBe(`s256.${base64Url(new Uint8Array(digest))}`);
});

test('what the platform says against it is handed to the window that asked', async () => {
  const { host, tokens, requests, state, nonce, accept } = await setUp();
  host.tradeFailure = refusal(401, 'This sign-in was used before; sign in again.');
  const text = 'This sign-in was used before; sign in again.';
  expect(await accept({ id_token: idTokenOf({ nonce }), state })).toEqual({ name: 'refused', text });
  expect(tokens.read()).toBeUndefined();
  expect(requests.takeError(state)).toBe(text);
});

test('a ticket that the storage has no room for counts as refused, with the remedy', async () => {
  const { tokens, requests, storage, state, nonce, accept } = await setUp();
  const setItem = storage.setItem;
  storage.setItem = (key, value) => {
    if (key === 'lectern.idToken') throw new DOMException('full', 'QuotaExceededError');
    setItem(key, value);
  };
  const refused = { name: 'refused', text: m.siteDataFull };
  expect(await accept({ id_token: idTokenOf({ nonce }), state })).toEqual(refused);
  expect(tokens.read()).toBeUndefined();
  expect(requests.takeError(state)).toBe(m.siteDataFull);
});

test('a state that was not asked for here, or was used, is refused and tells nobody', async () => {
  const { tokens, storage, state, nonce, accept } = await setUp();
  const refused = { name: 'refused', text: expect.stringContaining('not started here') };
  expect(await accept({ id_token: idTokenOf({ nonce }), state: 'forged' })).toEqual(refused);
  expect(await accept({ id_token: idTokenOf({ nonce }) })).toEqual(refused);
  expect(await accept('no JSON')).toEqual(refused);
  expect(tokens.read()).toBeUndefined();
  expect(storage.getItem('lectern.identityError')).toBeNull();
  await accept({ id_token: idTokenOf({ nonce }), state });
  expect(await accept({ id_token: idTokenOf({ nonce }), state })).toEqual(refused);
});

test.each([
  'x',
  'a.b.c',
  idTokenOf().split('.').slice(0, 2).join('.'),
  `${idTokenOf()}.more`,
  idTokenOf({ exp: 'soon' }),
  undefined,
])('a credential that is no token (%s) is refused with the specified words', async (id_token) => {
  const { tokens, requests, state, accept } = await setUp();
  const text = 'Invalid Google ID Token format.';
  expect(await accept({ id_token, state })).toEqual({ name: 'refused', text });
  expect(tokens.read()).toBeUndefined();
  expect(requests.takeError(state)).toBe(text);
});

test('a token with another nonce is refused', async () => {
  const { tokens, requests, state, accept } = await setUp();
  expect(await accept({ id_token: idTokenOf({ nonce: 'another' }), state })).toMatchObject({
    name: 'refused',
  });
  expect(tokens.read()).toBeUndefined();
  expect(requests.takeError(state)).toContain('belongs to another sign-in');
});

test('what the provider says is handed to the window that asked', async () => {
  const first = await setUp();
  await first.accept({ state: first.state, error: 'access_denied' });
  expect(first.requests.takeError(first.state)).toBe('The sign-in was cancelled.');
  const second = await setUp();
  await second.accept({ state: second.state, error: 'server_error', error_description: 'Out of order' });
  expect(second.requests.takeError('another')).toBeUndefined();
  expect(second.requests.takeError(second.state)).toBe('The identity provider answered: Out of order');
});

test('an answer after a quarter of an hour is too late', async () => {
  const { clock, state, nonce, accept } = await setUp();
  await clock.advance(15 * 60_000);
  expect(await accept({ id_token: idTokenOf({ nonce }), state })).toMatchObject({ name: 'refused' });
});
