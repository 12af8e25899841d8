import { expect, it } from 'vitest';
import { platformAddress } from './platform-address.ts';

it.each([
  ['https://acme.lectern.example', 'https://acme.lectern.example', 'acme'],
  ['https://acme.lectern.example/admin/sites', 'https://acme.lectern.example', 'acme'],
  ['http://demo.localhost:8080/', 'http://127.0.0.1:8080', 'demo'],
])('%s is reached at %s, for %s', (text, origin, tenant) => {
  const consoleOrigin = new URL(text).origin;
  expect(platformAddress(text)).toEqual({ origin, tenant, consoleOrigin });
});

it('takes the tenant that is named', () => {
  expect(platformAddress('https://10.0.0.5:8443', 'acme')).toMatchObject({ tenant: 'acme' });
  expect(platformAddress('http://127.0.0.1:8080', 'acme')).toMatchObject({ tenant: 'acme' });
});

it.each([
  ['acme', 'must be the address'],
  ['ftp://acme.lectern.example', 'must be the address'],
  ['http://acme.lectern.example', 'in the clear'],
  ['https://10.0.0.5', '--tenant'],
  ['https://lectern', '--tenant'],
])('refuses %s: %s', (text, why) => {
  expect(platformAddress(text)).toEqual({ problem: expect.stringContaining(why) });
});
