import { expect, test } from 'vitest';
import { domainOfHost, tenantOfHost } from './host-name.ts';

test.each([
  ['demo.localhost', 'demo', 'localhost'],
  ['acme.lectern.example', 'acme', 'lectern.example'],
  ['acme.lectern.school.example', 'acme', 'lectern.school.example'],
  ['localhost', 'localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]', '[::1]'],
])('%s is the console of %s in the domain %s', (hostname, tenant, domain) => {
  expect(tenantOfHost(hostname)).toBe(tenant);
  expect(domainOfHost(hostname)).toBe(domain);
});
