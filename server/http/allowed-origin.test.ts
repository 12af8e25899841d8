import { expect, test } from 'vitest';
import { createAddresses } from './addresses.ts';
import { isAllowedOrigin } from './allowed-origin.ts';

const none = {
  configUrl: undefined,
  loginUrl: undefined,
  publicAuthUrl: undefined,
  publicRestUrl: undefined,
  publicMqttUrl: undefined,
};
const school = createAddresses({ ...none, domain: 'school.example', trustedProxies: ['loopback'] }, 8080);

test.each([
  ['a console', 'https://acme.school.example', true],
  ['the login host', 'https://login.school.example', true],
  ['a program, which has none', undefined, true],
  ['a browser extension', 'chrome-extension://abcdef', true],
  ['a page of somebody else', 'https://evil.example', false],
  ['a page of somebody else, named like ours', 'https://acme.school.example.evil.example', false],
  ['a page without TLS', 'http://acme.school.example', false],
  ['a page of this machine', 'http://127.0.0.1:5173', false],
  ['a page without an origin of its own', 'null', false],
  ['none at all', '', false],
])('of %s', (_what, origin, isAllowed) => {
  expect(isAllowedOrigin(origin, school)).toBe(isAllowed);
});

const elsewhere = createAddresses(
  {
    ...none,
    domain: 'school.example',
    trustedProxies: ['loopback'],
    publicMqttUrl: 'wss://mqtt.example:8884/mqtt',
  },
  8080,
);
test.each([
  ['the host of MQTT_URL, as some MQTT libraries say', 'https://mqtt.example:8884', true],
  ['the same without TLS', 'http://mqtt.example:8884', false],
  ['another port of that host', 'https://mqtt.example', false],
])('of %s', (_what, origin, isAllowed) => {
  expect(isAllowedOrigin(origin, elsewhere)).toBe(isAllowed);
});
