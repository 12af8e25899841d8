import { expect, test } from 'vitest';
import { isAllowedIceServer, isOwnStunServer, usableIceServers } from './ice-servers.ts';

test.each([
  ['stun:school.example:3478', true],
  ['stun:stun.school.example:3478', true],
  ['STUN:School.example:3478', true],
  ['stun:school.example', false],
  ['stun:school.example:19302', false],
  ['stun:evilschool.example:3478', false],
  ['stun:other.example:3478', false],
  ['stun:school.example:3478@other.example:3478', false],
  ['stuns:school.example:3478', false],
  ['turn:school.example:3478', false],
])('%s is the provider’s own STUN server: %s', (url, isOwn) => {
  expect(isOwnStunServer(url, 'school.example')).toBe(isOwn);
});

test.each([
  ['stun:school.example:3478', true],
  ['stun:other.example:3478', false],
  ['stuns:other.example:3478', false],
  ['turn:relay.example:3478', true],
  ['turns:relay.example:5349?transport=tcp', true],
  ['https://relay.example', false],
])('%s may be used: %s', (url, isAllowed) => {
  expect(isAllowedIceServer(url, 'school.example')).toBe(isAllowed);
});

test('a STUN server of somebody else is left out, also beside the own one', () => {
  const iceServers = [
    { urls: ['stun:school.example:3478', 'stun:stun.other.example:3478'] },
    { urls: 'stun:stun.other.example:19302' },
  ];
  expect(usableIceServers({ iceServers }, 'school.example')).toEqual([
    { urls: ['stun:school.example:3478'] },
  ]);
});

test('a relay is used with its credentials, and not without', () => {
  const relay = { urls: ['turn:relay.example:3478'], username: 'u', credential: 'c' };
  const iceServers = [
    relay,
    { urls: 'turn:other.example:3478' },
    { urls: 'turn:a.example:3478', username: 'u' },
  ];
  expect(usableIceServers({ iceServers }, 'school.example')).toEqual([relay]);
});
