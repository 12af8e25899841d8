import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeLocks } from '#session/fakes/fake-locks.ts';
import { fakeTarget } from './fakes/fake-file-world.ts';
import { createKeptCollects, type KeptCollects } from './kept-collects.ts';

const FILE = { fileName: 'essay.docx', location: '%documents%', size: 10 };
const collect = (key: string) => ({ key, target: fakeTarget('a'), file: FILE });

let locks: ReturnType<typeof createFakeLocks>;
let tabs: KeptCollects[];
let count = 0;

function newTab(owner = 'ada'): KeptCollects {
  count += 1;
  const tab = createKeptCollects({ owner: () => owner, locks, newId: () => `tab-${count}` });
  tabs.push(tab);
  return tab;
}

beforeEach(() => {
  locks = createFakeLocks();
  tabs = [];
});
afterEach(async () => {
  await newTab().forget();
  for (const tab of tabs) await tab.close();
});

test('what a living tab runs is not offered to another', async () => {
  const first = newTab();
  await first.put(collect('k'));
  const second = newTab();
  expect(await second.hasOrphans()).toBe(false);
  expect(await second.claim()).toEqual([]);
  expect(await first.hasOrphans()).toBe(false);
});

test('what a tab that is gone has left is taken over, by one', async () => {
  const first = newTab();
  await first.put(collect('k'));
  await first.close();
  const [second, third] = [newTab(), newTab()];
  expect(await second.hasOrphans()).toBe(true);
  const claimed = await Promise.all([second.claim(), third.claim()]);
  expect(claimed.flat()).toEqual([collect('k')]);
  expect(await newTab().hasOrphans()).toBe(false);
});

test('remembers under which name it goes to the downloads', async () => {
  const first = newTab();
  const collects = [{ ...collect('k'), saveName: 'Mia - essay.docx' }, collect('l')];
  for (const each of collects) await first.put(each);
  await first.close();
  expect(await newTab().claim()).toEqual(collects);
});

test('those of a session that has let go of them can still be dropped', async () => {
  const tab = newTab();
  await tab.put(collect('k'));
  await tab.close();
  expect(await tab.forget()).toEqual(['k']);
});

test('those that are dropped while the session lets go of them are gone, with their names', async () => {
  const tab = newTab();
  await tab.put(collect('k'));
  const forgotten = tab.forget();
  const closed = tab.close();
  expect(await forgotten).toEqual(['k']);
  await closed;
  expect(await newTab().forget()).toEqual([]);
});

test('what comes late is not kept for the next person', async () => {
  const tab = newTab();
  await tab.put(collect('k'));
  await tab.close();
  await tab.forget();
  await tab.put(collect('l'));
  expect(await newTab().forget()).toEqual([]);
});

test('somebody else’s are not offered', async () => {
  const first = newTab('ada');
  await first.put(collect('k'));
  await first.close();
  expect(await newTab('bob').claim()).toEqual([]);
});

test('a finished one is no reason to open the panel, and is taken over to be saved again or removed', async () => {
  const first = newTab();
  const finished = [
    { ...collect('k'), finishedAt: 5 },
    { ...collect('l'), finishedAt: 5, isCleared: true },
  ];
  for (const each of finished) await first.put(each);
  await first.close();
  expect(await newTab('bob').claim()).toEqual([]);
  const second = newTab();
  expect(await second.hasOrphans()).toBe(false);
  expect(await second.claim()).toEqual(finished);
});

test('forgetting names what is on disk, of every person', async () => {
  await newTab('ada').put(collect('k'));
  await newTab('bob').put(collect('l'));
  expect((await newTab().forget()).sort()).toEqual(['k', 'l']);
  expect(await newTab().forget()).toEqual([]);
});
