import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtensionVersions } from './extension-version.ts';
import { BACK_ENDS, openTestStore, type TestStore } from './fakes/open-test-store.ts';

describe.each(BACK_ENDS)('the version of the extension on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd);
  }, 60_000);
  afterAll(() => store.dispose());

  it('stays while the content stays, and grows with each change, also back to an earlier content', async () => {
    const versions = createExtensionVersions(store.db);
    const numbers: number[] = [];
    for (const content of ['a', 'a', 'b', 'b', 'a', 'c']) numbers.push(await versions.numberOf(content));
    expect(numbers).toEqual([1, 1, 2, 2, 3, 4]);
  });

  it('is the same in all processes that ask together', async () => {
    const processes = [1, 2, 3].map(() => createExtensionVersions(store.db));
    const numbers = await Promise.all(processes.map((versions) => versions.numberOf('d')));
    expect(new Set(numbers)).toEqual(new Set([5]));
  });
});
