import { describe, expect, it } from 'vitest';
import { type Advisory, affects, fromExport, readStored, type StoredAdvisories } from './advisories.ts';
import { auditDependencies } from './audit.ts';
import { readLock } from './lock-file.ts';

const NOW = Date.parse('2026-11-24T00:00:00Z');
const GOOD = { version: '1.2.3', integrity: 'sha512-x', license: 'MIT' };
const NOTHING: StoredAdvisories = { refreshed: '2026-11-20T00:00:00Z', advisories: [], accepted: [] };

const lockOf = (changes: object, folder = 'node_modules/one') =>
  readLock(JSON.stringify({ packages: { '': { name: 'lectern' }, [folder]: { ...GOOD, ...changes } } }));
const audit = (changes: object, kept = NOTHING, folder?: string) =>
  auditDependencies(lockOf(changes, folder), kept, NOW);

const advisoryOf = (events: object[], more: object = {}): Advisory => {
  const [advisory] = fromExport(
    JSON.stringify({
      id: 'GHSA-1',
      summary: 'It leaks.',
      affected: [
        { package: { ecosystem: 'npm', name: 'one' }, ranges: [{ type: 'SEMVER', events }], ...more },
      ],
    }),
    new Set(['one']),
  );
  if (!advisory) throw new Error('not read');
  return advisory;
};

describe('the lock file', () => {
  it.each([
    ['no digest', { integrity: undefined }, 'one 1.2.3: has no SHA-512 digest'],
    ['a weak digest', { integrity: 'sha1-x' }, 'one 1.2.3: has no SHA-512 digest'],
    ['a place that is not TLS', { resolved: 'http://x/one.tgz' }, 'one 1.2.3: comes from http://x/one.tgz'],
    ['a licence that binds', { license: 'GPL-3.0' }, 'one 1.2.3: ships with the licence GPL-3.0'],
    ['no licence', { license: undefined }, 'one 1.2.3: ships with the licence UNKNOWN'],
    [
      'a program at installation',
      { hasInstallScript: true },
      'one 1.2.3: runs a program when it is installed',
    ],
    ['an end', { deprecated: 'use two' }, 'one 1.2.3: is deprecated: use two'],
    ['no version', { version: undefined }, 'one : has no version'],
  ])('is at fault for %s', (_, changes, fault) => {
    expect(audit(changes).faults).toEqual([fault]);
  });

  it.each([
    ['a good package', {}],
    ['the licence of a tool', { dev: true, license: 'MPL-2.0' }],
    ['a tool that is deprecated', { dev: true, deprecated: 'use two' }],
    [
      'a build of a tool for another machine',
      { dev: true, optional: true, os: ['aix'], integrity: undefined },
    ],
  ])('is not at fault for %s', (_, changes) => {
    expect(audit(changes).faults).toEqual([]);
  });

  it('reads scoped and nested packages by their names', () => {
    expect(lockOf({}, 'node_modules/a/node_modules/@b/c').map(({ name }) => name)).toEqual(['@b/c']);
  });

  it('tells of what ships in several versions', () => {
    const text = JSON.stringify({
      packages: { 'node_modules/a': GOOD, 'node_modules/b/node_modules/a': { ...GOOD, version: '2.0.0' } },
    });
    expect(auditDependencies(readLock(text), NOTHING, NOW).notes).toEqual([
      'a ships in several versions: 1.2.3, 2.0.0',
    ]);
  });
});

describe('an advisory', () => {
  const versions = (advisory: Advisory, of: readonly string[]) =>
    of.filter((version) => affects(advisory, { name: 'one', version }));

  it('is about the versions between its events, whatever their order', () => {
    const advisory = advisoryOf([
      { fixed: '2.1.0' },
      { introduced: '2.0.0' },
      { introduced: '0' },
      { fixed: '1.5.0' },
    ]);
    expect(
      versions(advisory, ['0.1.0', '1.4.9', '1.5.0', '1.9.0', '2.0.0-rc.1', '2.0.0', '2.0.9', '2.1.0']),
    ).toEqual(['0.1.0', '1.4.9', '2.0.0', '2.0.9']);
  });

  it('includes its last affected version', () => {
    const advisory = advisoryOf([{ introduced: '1.0.0' }, { last_affected: '1.2.3' }]);
    expect(versions(advisory, ['0.9.0', '1.0.0', '1.2.3', '1.2.4'])).toEqual(['1.0.0', '1.2.3']);
  });

  it('is about versions that it lists, and about those that nobody can compare', () => {
    expect(versions(advisoryOf([], { ranges: [], versions: ['1.2.3'] }), ['1.2.3', '1.2.4'])).toEqual([
      '1.2.3',
    ]);
    expect(versions(advisoryOf([{ introduced: 'long ago' }]), ['1.2.3'])).toEqual(['1.2.3']);
  });

  it('is a fault, and a note while it is accepted', () => {
    const advisories = [advisoryOf([{ introduced: '0' }])];
    const accepted = (until: string) => [{ id: 'GHSA-1', why: 'this code is never reached', until }];
    const of = (until?: string) =>
      audit({}, { ...NOTHING, advisories, accepted: until === undefined ? [] : accepted(until) });
    expect(of().faults).toEqual(['one 1.2.3: GHSA-1 It leaks.']);
    expect(of('2026-11-24')).toEqual({ faults: [], notes: ['one 1.2.3: GHSA-1 It leaks.'] });
    expect(of('2026-11-23').faults).toEqual([
      'one 1.2.3: GHSA-1 It leaks.',
      'GHSA-1: it was accepted until 2026-11-23',
    ]);
  });

  it('of other packages, other ecosystems, or withdrawn, is not kept', () => {
    const of = (ecosystem: string, name: string, more: object = {}) => ({
      id: `${ecosystem}-${name}`,
      affected: [{ package: { ecosystem, name } }],
      ...more,
    });
    const all = [
      of('npm', 'one'),
      of('npm', 'two'),
      of('PyPI', 'one'),
      of('npm', 'one', { id: 'w', withdrawn: 'x' }),
    ];
    const ids = (text: string) => fromExport(text, new Set(['one'])).map(({ id }) => id);
    expect(ids(JSON.stringify(all))).toEqual(['npm-one']);
    expect(ids(JSON.stringify({ vulns: all }))).toEqual(['npm-one']);
    expect(ids(all.map((each) => JSON.stringify(each)).join('\n'))).toEqual(['npm-one']);
    expect(() => ids('hello')).toThrow();
  });
});

it('says how old its knowledge is', () => {
  expect(audit({}, { ...NOTHING, refreshed: null }).notes[0]).toContain('cannot know of any');
  expect(audit({}, { ...NOTHING, refreshed: '2026-10-01T00:00:00Z' }).notes[0]).toContain('2026-10-01');
  expect(audit({}).notes).toEqual([]);
});

it('accepts nothing without a reason', () => {
  const accepted = [{ id: 'x', why: '', until: '2027-01-01' }];
  expect(() => readStored(JSON.stringify({ ...NOTHING, accepted }))).toThrow();
});
