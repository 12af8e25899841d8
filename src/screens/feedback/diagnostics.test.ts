import * as v from 'valibot';
import { expect, test } from 'vitest';
import { feedbackDiagnosticsSchema } from '#protocol/rest/feedback.ts';
import { type DiagnosticFacts, diagnosticsOf, peerRefusals } from './diagnostics.ts';

const facts: DiagnosticFacts = {
  version: '1.2.3',
  entry: 'http://demo.localhost/assets/index-AbC.js?v=1',
  userAgent: 'Browser/1',
  realm: 'console',
  siteName: 'Riverside School',
  route: '/group/$groupId',
  connection: { name: 'connected', since: 1 },
  dropped: { kind: 2, 'too-long': 0, topic: 1 },
};

test('says version and build, browser, realm, site, route, connection and what was dropped', () => {
  expect(diagnosticsOf(facts)).toEqual({
    appVersion: '1.2.3 (index-AbC.js)',
    browser: 'Browser/1',
    realm: 'console',
    site: 'Riverside School',
    page: '/group/$groupId',
    connection: 'connected',
    dropped: 'kind 2, topic 1',
  });
});

test('says which calls and messages of transfers were refused', () => {
  const refused = peerRefusals({ refused: { 'not-awaited': 3 } }, { malformed: 1 });
  expect(diagnosticsOf({ ...facts, dropped: { topic: 1, ...refused } }).dropped).toBe(
    'topic 1, call not-awaited 3, file malformed 1',
  );
});

test('names why there is no connection, without the words of the broker', () => {
  const { connection } = diagnosticsOf({
    ...facts,
    connection: {
      name: 'reconnecting',
      attempt: 3,
      code: 'broker-refused',
      message: 'mqtt://user:secret@broker',
      everConnected: true,
    },
  });
  expect(connection).toBe('reconnecting, attempt 3: broker-refused');
});

test('the admin realm has no site and no connection', () => {
  const admin = diagnosticsOf({
    ...facts,
    realm: 'admin',
    siteName: undefined,
    dropped: {},
    entry: undefined,
  });
  expect(admin).toMatchObject({
    appVersion: '1.2.3',
    site: 'none',
    connection: 'not used here',
    dropped: 'none',
  });
});

test('never grows longer than the platform takes', () => {
  const long = diagnosticsOf({ ...facts, userAgent: 'x'.repeat(2_000) });
  expect(v.is(feedbackDiagnosticsSchema, long)).toBe(true);
});
