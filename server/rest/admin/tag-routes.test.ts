import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tagLinkSchema } from '#protocol/rest/admin/site.ts';
import { siteDocumentListSchema, tagListSchema, tagSchema } from '#protocol/rest/site.ts';
import { ADMIN, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;

let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest('pglite');
}, LONG_MS);
afterAll(() => rest.dispose(), LONG_MS);

const post = (path: string, body: object) => rest.call(ADMIN, path, body, 'POST');
const remove = (path: string) => rest.call(ADMIN, path, undefined, 'DELETE');
const newTag = async (name: string) => v.parse(tagSchema, (await post('/tags', { name })).body);
const tagNames = async () => (await rest.read(ADMIN, '/tags', tagListSchema)).map(({ name }) => name);

it('makes, renames and deletes tags, no two of them with the same name', async () => {
  const taken = { status: 409, code: 'conflict', message: 'Tag with same name already exist', field: 'name' };
  const { id } = await newTag('  Night school ');
  expect(await tagNames()).toContain('Night school');
  expect(await rest.refusedWrite(ADMIN, '/tags', { name: 'Night school ' }, 'POST')).toEqual(taken);
  expect(await rest.refusedWrite(ADMIN, '/tags', { name: ' ' }, 'POST')).toMatchObject({
    status: 400,
    message: 'name: Field is required',
  });
  const other = await newTag('Day school');
  expect(await rest.refusedWrite(ADMIN, `/tags/${other.id}`, { name: 'Night school' })).toEqual(taken);
  expect((await rest.call(ADMIN, `/tags/${id}`, { name: 'Evening school' })).status).toBe(200);
  const race = await Promise.all([1, 2].map(() => post('/tags', { name: 'Race' })));
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await remove(`/tags/${id}`)).status).toBe(200);
  expect((await remove(`/tags/${id}`)).status).toBe(404);
  expect(await tagNames()).not.toContain('Evening school');
});

it('puts a tag on a site once, takes it off, and tells all whose access may have changed', async () => {
  const { id: tagId } = await newTag('Island');
  const link = { siteId: 'hillcrest', tagId };
  rest.published.length = 0;
  const [first, second] = [await post('/taglinks', link), await post('/taglinks', link)];
  expect(second).toEqual(first);
  const { id } = v.parse(tagLinkSchema, first.body);
  const tags = async () =>
    (await rest.read(ADMIN, '/sites', siteDocumentListSchema)).find((site) => site.id === 'hillcrest')?.tags;
  expect(await tags()).toContain(tagId);
  expect((await remove(`/taglinks/${id}`)).status).toBe(200);
  expect((await remove(`/taglinks/${id}`)).status).toBe(404);
  expect(await tags()).not.toContain(tagId);
  expect(rest.published).toMatchObject([
    { resource: 'taglinks', id, change: 'created' },
    { resource: 'taglinks', id, change: 'deleted' },
  ]);
  expect(rest.published.some(({ reachUnchanged }) => reachUnchanged)).toBe(false);
  expect((await post('/taglinks', { siteId: 'nobody', tagId })).status).toBe(404);
  expect((await post('/taglinks', { siteId: 'hillcrest', tagId: 'other-tag' })).status).toBe(404);
});

it('changes nothing of a tag of another tenant', async () => {
  expect((await rest.call(ADMIN, '/tags/other-tag', { name: 'Mine' })).status).toBe(404);
  expect((await remove('/tags/other-tag')).status).toBe(404);
});
