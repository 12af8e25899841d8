import { describe, expect, it, test } from 'vitest';
import type { Integration } from '#protocol/rest/integration.ts';
import {
  changeOf,
  type Draft,
  draftOf,
  newBodyOf,
  saveObstacle,
  testKey,
  testObstacle,
} from './integration-draft.ts';
import { m } from './messages.ts';

const google = (part: Partial<Draft> = {}): Draft => ({
  ...draftOf(),
  name: 'Ours',
  domain: 'school.example',
  adminEmail: 'head@school.example',
  ...part,
});
const microsoft = (part: Partial<Draft> = {}): Draft => ({
  ...draftOf(),
  service: 'microsoft',
  name: 'Ours',
  tenantId: 'id',
  ...part,
});
const KEPT: Integration = {
  id: 'i',
  name: 'Kept',
  service: 'google',
  disabled: false,
  config: { domain: 'school.example', adminEmail: 'head@school.example' },
};

test('a new integration is inactive', () => {
  expect(newBodyOf(google(), 't')).toMatchObject({ disabled: true, config: { tempToken: 't' } });
});

describe('a connection can be tested', () => {
  it.each([
    ['with a name, a domain and an address', google(), undefined],
    ['with a name and a tenant id', microsoft(), undefined],
    ['not without a name', google({ name: ' ' }), m.obstacles.name],
    ['not without a domain', google({ domain: '' }), m.obstacles.place.google],
    ['not without an address', google({ adminEmail: ' ' }), m.obstacles.place.google],
    ['not without a tenant id', microsoft({ tenantId: '' }), m.obstacles.place.microsoft],
  ])('%s', (_, draft, obstacle) => {
    expect(testObstacle(draft)).toBe(obstacle);
  });
});

describe('an integration can be saved', () => {
  const about = (part: object) => ({ first: undefined, tested: undefined, tempToken: undefined, ...part });

  it('when it is new, after a test of just what is entered', () => {
    const tested = testKey(google(), 't');
    expect(saveObstacle(google(), about({ tested, tempToken: 't' }))).toBeUndefined();
    expect(saveObstacle(google({ name: 'Other' }), about({ tested, tempToken: 't' }))).toBeUndefined();
    expect(saveObstacle(google(), about({ tempToken: 't' }))).toBe(m.obstacles.untested);
    expect(saveObstacle(google(), about({ tested, tempToken: 'other' }))).toBe(m.obstacles.untested);
    const moved = google({ domain: 'other.example' });
    expect(saveObstacle(moved, about({ tested, tempToken: 't' }))).toBe(m.obstacles.untested);
  });

  it('when it is there, once something is different', () => {
    const first = draftOf(KEPT);
    expect(saveObstacle(first, about({ first }))).toBe(m.obstacles.unchanged);
    for (const part of [
      { name: 'x' },
      { domain: 'x.example' },
      { adminEmail: 'x@x.example' },
      { active: false },
    ])
      expect(saveObstacle({ ...first, ...part }, about({ first }))).toBeUndefined();
    expect(saveObstacle(first, about({ first, tempToken: 't' }))).toBe(m.obstacles.untested);
    const tested = testKey(first, 't');
    expect(saveObstacle(first, about({ first, tested, tempToken: 't' }))).toBeUndefined();
  });
});

test('a change names what is different, and nothing else', () => {
  const first = draftOf(KEPT);
  expect(changeOf(first, { ...first, active: false }, undefined)).toEqual({ disabled: true });
  expect(changeOf(first, { ...first, domain: 'x.example' }, undefined)).toEqual({
    config: { domain: 'x.example' },
  });
  expect(changeOf(first, first, 't')).toEqual({ config: { ...KEPT.config, tempToken: 't' } });
});
