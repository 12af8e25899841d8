import { describe, expect, test } from 'vitest';
import { parseLoginHash, tenantIdOf, withoutFresh } from './login-hash.ts';

const challenge = 'a'.repeat(43);

test('reads what the console wrote', () => {
  const hash = `#tenant=demo&continue=%2Fgroup%2Fx%3Fa%3Db&state=${'s'.repeat(16)}&challenge=${challenge}&fresh=1&reloginWith=a%40b.c&ended=site-deleted`;
  expect(parseLoginHash(hash)).toEqual({
    tenant: 'demo',
    continuePath: '/group/x?a=b',
    request: { state: 's'.repeat(16), challenge },
    fresh: true,
    reloginWith: 'a@b.c',
    ended: 'site-deleted',
  });
});

test('an empty hash asks for nothing', () => {
  expect(parseLoginHash('')).toEqual({ continuePath: '/', fresh: false });
});

describe('forged or malformed parts are as if they were not there', () => {
  test.each(['//evil.example', 'https:evil', 'https://evil.example/x', 'javascript:alert(1)', '/\\evil'])(
    'continue=%s',
    (value) => expect(parseLoginHash(`#continue=${encodeURIComponent(value)}`).continuePath).toBe('/'),
  );
  test.each([
    `state=short&challenge=${challenge}`,
    `state=${'s'.repeat(16)}`,
    `state=${'s'.repeat(16)}&challenge=x`,
  ])('%s', (hash) => expect(parseLoginHash(`#${hash}`).request).toBeUndefined());
  test.each(['tenant=a/b', 'tenant=..', 'tenant=demo.evil.example', 'tenant=%20'])('%s', (hash) =>
    expect(parseLoginHash(`#${hash}`).tenant).toBeUndefined(),
  );
  test('reloginWith that is no e-mail address', () =>
    expect(parseLoginHash('#reloginWith=a b').reloginWith).toBeUndefined());
  test.each(['Your password has expired', 'toString', ''])('ended=%s', (text) =>
    expect(parseLoginHash(`#ended=${encodeURIComponent(text)}`).ended).toBeUndefined(),
  );
});

test('a tenant id has one form, however it is typed', () => {
  expect(tenantIdOf(' Demo ')).toBe('demo');
  expect(tenantIdOf('-demo')).toBeUndefined();
});

test('fresh is taken out once it is done', () => {
  expect(withoutFresh('#tenant=demo&fresh=1')).toBe('#tenant=demo');
  expect(withoutFresh('#fresh=1')).toBe('');
});
