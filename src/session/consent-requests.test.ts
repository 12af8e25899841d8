// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createConsentRequests } from './consent-requests.ts';
import { createFakeStorage } from './fakes/fake-storage.ts';

const requests = createConsentRequests({ storage: () => localStorage });
beforeEach(() => localStorage.clear());

test('the answer to what was asked is there, once', () => {
  requests.begin('demo.a');
  expect(requests.take('demo.a')).toBeUndefined();
  expect(requests.answer('#state=demo.a&code=c')).toEqual({ state: 'demo.a', code: 'c' });
  expect(requests.take('demo.a')).toEqual({ state: 'demo.a', code: 'c' });
  expect(requests.take('demo.a')).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['of another question', '#state=demo.b&code=c'],
  ['without a state', '#code=c'],
  ['of nothing', ''],
])('an answer %s is not kept', (_, fragment) => {
  requests.begin('demo.a');
  expect(requests.answer(fragment)).toBeUndefined();
  expect(requests.take('demo.a')).toBeUndefined();
});

test('neither a request nor an answer counts as given if the storage has no room for it', () => {
  const storage = createFakeStorage();
  const full = createConsentRequests({ storage: () => storage });
  expect(full.begin('demo.a')).toBe(true);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(full.answer('#state=demo.a&code=c')).toBeUndefined();
  expect(full.begin('demo.b')).toBe(false);
});

test('when nobody waits any more, no answer is kept', () => {
  requests.begin('demo.a');
  requests.forget();
  expect(requests.answer('#state=demo.a&code=c')).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});
