import { expect, test } from 'vitest';
import { createFakeLoginHost, demo, idTokenOf } from './fakes.ts';
import { acceptAnswer } from './identity-answer.ts';

function setUp() {
  const host = createFakeLoginHost();
  const begun = host.requests.begin(demo, 'google', { selectAccount: false });
  const state = begun?.state ?? '';
  const nonce = new URL(begun?.url ?? '').searchParams.get('nonce');
  const accept = (answer: unknown) =>
    acceptAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), host);
  return { ...host, state, nonce, accept };
}

test('a good answer is stored', () => {
  const { tokens, state, nonce, accept } = setUp();
  const token = idTokenOf({ nonce });
  expect(accept({ id_token: token, state })).toEqual({ name: 'accepted' });
  expect(tokens.read()).toBe(token);
});

test('a state that was not asked for here, or was used, is refused and tells nobody', () => {
  const { tokens, storage, state, nonce, accept } = setUp();
  const refused = { name: 'refused', text: expect.stringContaining('not started here') };
  expect(accept({ id_token: idTokenOf({ nonce }), state: 'forged' })).toEqual(refused);
  expect(accept({ id_token: idTokenOf({ nonce }) })).toEqual(refused);
  expect(accept('no JSON')).toEqual(refused);
  expect(tokens.read()).toBeUndefined();
  expect(storage.getItem('lectern.identityError')).toBeNull();
  accept({ id_token: idTokenOf({ nonce }), state });
  expect(accept({ id_token: idTokenOf({ nonce }), state })).toEqual(refused);
});

test.each([
  'x',
  'a.b.c',
  idTokenOf().split('.').slice(0, 2).join('.'),
  `${idTokenOf()}.more`,
  idTokenOf({ exp: 'soon' }),
  undefined,
])('a credential that is no token (%s) is refused with the specified words', (id_token) => {
  const { tokens, requests, state, accept } = setUp();
  const text = 'Invalid Google ID Token format.';
  expect(accept({ id_token, state })).toEqual({ name: 'refused', text });
  expect(tokens.read()).toBeUndefined();
  expect(requests.takeError(state)).toBe(text);
});

test('a token with another nonce is refused', () => {
  const { tokens, requests, state, accept } = setUp();
  expect(accept({ id_token: idTokenOf({ nonce: 'another' }), state })).toMatchObject({ name: 'refused' });
  expect(tokens.read()).toBeUndefined();
  expect(requests.takeError(state)).toContain('belongs to another sign-in');
});

test('what the provider says is handed to the window that asked', () => {
  const first = setUp();
  first.accept({ state: first.state, error: 'access_denied' });
  expect(first.requests.takeError(first.state)).toBe('The sign-in was cancelled.');
  const second = setUp();
  second.accept({ state: second.state, error: 'server_error', error_description: 'Out of order' });
  expect(second.requests.takeError('another')).toBeUndefined();
  expect(second.requests.takeError(second.state)).toBe('The identity provider answered: Out of order');
});

test('an answer after a quarter of an hour is too late', async () => {
  const { clock, state, nonce, accept } = setUp();
  await clock.advance(15 * 60_000);
  expect(accept({ id_token: idTokenOf({ nonce }), state })).toMatchObject({ name: 'refused' });
});
