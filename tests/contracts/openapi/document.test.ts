/** The OpenAPI document is valid, and names every route of the REST and auth services. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRest, type TestRest } from '../../../server/rest/fakes/open-test-rest.ts';
import type { OpenApiDocument } from '../../../server/rest/openapi/openapi-document.ts';
import { OPERATIONS } from '../../../server/rest/openapi/operations/all-operations.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { ask } from '../../support/tutors/platform-session.ts';

const LONG_MS = 180_000;

let classroom: RunningClassroom;
let rest: TestRest;
let document: OpenApiDocument;

beforeAll(async () => {
  classroom = await startClassroom();
  rest = await openTestRest('pglite');
  document = JSON.parse((await read('/v1/openapi.json')).body);
}, LONG_MS);
afterAll(async () => {
  await rest.dispose();
  await classroom.close();
}, LONG_MS);

const read = (path: string, headers = {}) => ask(`${classroom.consoleUrl}${path}`, { headers });

const routes = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  );

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  it('describes every route that the platform has under /v1 and /auth', () => {
    const undescribed = routes().filter(({ operation }) => operation.summary === undefined);
    expect(undescribed.map(({ route }) => route)).toEqual([]);
    const described = new Set(routes().map(({ route }) => route));
    const registered = [...rest.adminCalls, ...rest.otherCalls]
      .map((call) => call.replace(' /', ' /v1/'))
      .filter((call) => !call.startsWith('HEAD '));
    expect(registered.length).toBeGreaterThan(100);
    expect(registered.filter((route) => !described.has(route))).toEqual([]);
  });

  it('describes nothing that the platform does not have', () => {
    const wanted = Object.values(OPERATIONS).map(({ route }) => route);
    expect(
      routes()
        .map(({ route }) => route)
        .toSorted(),
    ).toEqual(wanted.toSorted());
  });

  it('refers to schemas that are there', () => {
    const referred = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
    const { components } = document;
    const missing = [...referred].filter(
      ([, kind = '', name = '']) => !(name in ((components as Record<string, object>)[kind] ?? {})),
    );
    expect(missing).toEqual([]);
  });

  it('is public, cacheable, and travels compressed', async () => {
    const { status, headers } = await read('/v1/openapi.json', { 'accept-encoding': 'gzip' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
  });

  it('has a page that needs nothing but itself', async () => {
    const { status, headers, body } = await read('/v1/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toMatch(/<script|<link|<img|https?:/);
    for (const { operation } of routes()) expect(body).toContain(`id="${operation.operationId}"`);
  });
});
