/**
 * A client that was generated from the OpenAPI document works with a real platform: each call has its effect, and each
 * answer is as the document says.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type OpenAPIClient, OpenAPIClientAxios } from 'openapi-client-axios';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../../server/rest/openapi/openapi-document.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { adminSession, ask, consoleSession } from '../../support/tutors/platform-session.ts';

const LONG_MS = 180_000;

let classroom: RunningClassroom;
let document: OpenApiDocument;
let tutor: OpenAPIClient;
let admin: OpenAPIClient;
let ajv: Ajv2020;
const called = new Set<string>();

beforeAll(async () => {
  classroom = await startClassroom();
  document = JSON.parse((await ask(`${classroom.consoleUrl}/v1/openapi.json`)).body);
  // Formats such as `date-time` are notes for people.
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const { platform } = classroom;
  tutor = await clientOf((await consoleSession(platform, 'maintainer@demo.example')).accessToken);
  admin = await clientOf((await adminSession(platform, 'admin@demo.example')).accessToken);
}, LONG_MS);
afterAll(() => classroom.close(), LONG_MS);

/** Node does not resolve `*.localhost` by itself. */
async function clientOf(token: string): Promise<OpenAPIClient> {
  const { host, port } = new URL(classroom.consoleUrl);
  const api = new OpenAPIClientAxios({
    definition: structuredClone(document) as never,
    axiosConfigDefaults: {
      baseURL: `http://127.0.0.1:${port}`,
      headers: { host, 'tenant-key': 'demo', authorization: `Bearer ${token}` },
    },
  });
  return api.init();
}

type Parameters = Record<string, string>;

/** Calls one operation and gives its answer, which must be as the document says. */
async function call(client: OpenAPIClient, id: string, parameters?: Parameters, body?: object) {
  const operation = client[id as keyof OpenAPIClient] as unknown as (
    parameters: Parameters | undefined,
    body: object | undefined,
  ) => Promise<{ status: number; data: unknown }>;
  const { status, data } = await operation(parameters ?? undefined, body);
  called.add(`${client.api.getOperation(id)?.method} ${id}`);
  expect(faultsOf(id, status, data)).toEqual([]);
  return data as never;
}

function faultsOf(id: string, status: number, data: unknown): unknown[] {
  const place = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === id ? [[path, method] as const] : [],
    ),
  )[0];
  if (place === undefined) return [`there is no operation ${id}`];
  const pointer = ['paths', ...place, 'responses', `${status}`, 'content', 'application/json', 'schema'];
  const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`openapi#/${escaped.join('/')}`);
  if (validate === undefined) return [`the document has no answer ${status} of ${id}`];
  return validate(data) ? [] : (validate.errors ?? []);
}

type Named = { id: string; name: string };

describe('a client that was generated from the OpenAPI document', () => {
  it('creates, fills, changes and deletes a group', async () => {
    const group: Named = await call(tutor, 'createGroup', undefined, {
      definitionName: 'userGroup',
      name: 'Robotics',
    });
    const id = { id: group.id };
    const [user]: Named[] = await call(tutor, 'listUsers', { limit: '1' });
    await call(tutor, 'setGroupMembers', id, { members: [user?.id] });
    expect(await call(tutor, 'listGroupMembers', id)).toMatchObject([{ id: user?.id, kind: 'user' }]);
    await call(tutor, 'updateGroup', id, { definitionName: 'userGroup', name: 'Robotics club' });
    expect(await call(tutor, 'readGroup', id)).toMatchObject({ name: 'Robotics club' });
    await call(tutor, 'deleteGroup', id);
    const left: Named[] = await call(tutor, 'listGroups');
    expect(left.length).toBeGreaterThan(0);
    expect(left.map(({ name }) => name)).not.toContain('Robotics club');
  });

  it('creates, applies, changes and deletes a policy', async () => {
    const policy: Named & { version: number } = await call(tutor, 'createPolicy', undefined, {
      name: 'Quiet',
      meta: { icon: { icon: 'mdi-lock' } },
      definition: { effects: [{ definition: 'MuteDefinition' }], conditions: [] },
    });
    const [group]: Named[] = await call(tutor, 'listGroups', { limit: '1' });
    const onGroup = { id: group?.id ?? '' };
    await call(tutor, 'setGroupPolicies', onGroup, { policies: [{ policyId: policy.id }] });
    expect(await call(tutor, 'listGroupPolicies', onGroup)).toMatchObject([{ policyId: policy.id }]);
    const { id, version } = policy;
    await call(
      tutor,
      'updatePolicy',
      { id },
      {
        name: 'Silence',
        meta: { icon: { icon: 'mdi-lock' } },
        definition: { effects: [{ definition: 'MuteDefinition' }], conditions: [] },
        version,
      },
    );
    expect(await call(tutor, 'readPolicy', { id })).toMatchObject({ name: 'Silence' });
    expect(await call(tutor, 'deletePolicy', { id })).toEqual({ deleted: 1 });
    expect(await call(tutor, 'listGroupPolicies', onGroup)).toEqual([]);
  });

  it('manages the sites of a tenant', async () => {
    const id: string = await call(admin, 'createSite', undefined, { name: 'Lakeside' });
    await call(admin, 'updateSite', { id }, { name: 'Lakeside School' });
    expect(await call(admin, 'listSites')).toContainEqual(
      expect.objectContaining({ id, name: 'Lakeside School' }),
    );
    expect(await call(admin, 'rotateSiteToken', { id }, {})).toMatchObject({ name: 'readable' });
    await call(admin, 'deleteSite', { id });
    const left: Named[] = await call(admin, 'listSites');
    expect(left.map((site) => site.id)).not.toContain(id);
  });

  it('has called more than ten operations, of every method', () => {
    expect(called.size).toBeGreaterThan(10);
    expect([...new Set([...called].map((each) => each.split(' ')[0]))].toSorted()).toEqual([
      'delete',
      'get',
      'post',
      'put',
    ]);
  });

  it('is refused with the error document', async () => {
    const refused = call(tutor, 'readGroup', { id: 'nowhere' });
    const { status, data } = await refused.catch(({ response }) => response);
    expect(status).toBe(404);
    expect(ajv.getSchema('openapi#/components/schemas/Error')?.(data)).toBe(true);
  });
});
