import * as v from 'valibot';
import { expect, test } from 'vitest';
import { applicationsSchema, infoSchema, statusesSchema, tabsSchema } from './feedback.ts';
import { parsePartly } from './partial-parse.ts';
import { inventoryAnswerSchema } from './rest/device-inventory.ts';

const record = { clientId: 'c1', userId: 'u1', authType: 'user', lastUpdated: 1 };
const tab = (tabId: string, more: object = {}) => ({
  tabId,
  title: `Tab ${tabId}`,
  url: 'https://a.example',
  ...more,
});
const titles = (tabs: unknown[]) => {
  const read = parsePartly(tabsSchema, { ...record, tabs });
  return [read?.output.tabs.map(({ title }) => title), read?.leftOut.get('tabs') ?? 0];
};

test('a valid message is read as it is', () => {
  expect(titles([tab('1')])).toEqual([['Tab 1'], 0]);
});

test.each([
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['no title', { tabId: '2' }],
  ['an id that is a number', tab('2', { tabId: 2 })],
  ['an id that is too long', tab('2', { tabId: 'x'.repeat(129) })],
])('an entry that is %s is left out and counted', (_, bad) => {
  expect(titles([tab('1'), bad, tab('3')])).toEqual([['Tab 1', 'Tab 3'], 1]);
});

test('an entry keeps what is valid of it, and long texts are cut', () => {
  const read = parsePartly(tabsSchema, {
    ...record,
    tabs: [
      tab('1', { url: `https://a.example/${'x'.repeat(9_000)}` }),
      tab('2', { url: null, active: 'yes' }),
      tab('3', { title: `${'x'.repeat(19_999)}😀` }),
    ],
  });
  expect(read?.output.tabs.map(({ url }) => url.length)).toEqual([8_192, 0, 17]);
  expect(read?.output.tabs[2]?.title).toBe('x'.repeat(19_999));
  expect([read?.output.tabs[1]?.active, read?.leftOut.size]).toEqual([false, 0]);
});

test('the entries behind the last permitted one are left out and counted', () => {
  const tabs = Array.from({ length: 501 }, (_, at) => tab(String(at)));
  expect(parsePartly(tabsSchema, { ...record, tabs })?.output.tabs).toHaveLength(500);
  expect(titles([...Array.from({ length: 501 }, (_, at) => tab(String(at))), null])[1]).toBe(2);
});

test('it holds for windows, screens, policies and inventories', () => {
  const applications = [null, { appId: 'a', windowId: 'w', title: 'Chess', processPath: 7 }];
  expect(parsePartly(applicationsSchema, { ...record, applications })?.output.applications).toMatchObject([
    { title: 'Chess' },
  ]);
  const displays = [...Array.from({ length: 17 }, (_, at) => ({ id: `d${at}` })), { id: '' }];
  const info = parsePartly(infoSchema, { ...record, device: { hostname: 'PC' }, displays });
  expect([info?.output.displays.length, info?.leftOut.get('displays')]).toEqual([16, 2]);
  const policies = { activePolicies: ['p1', 3, ''], notPossible: [null] };
  expect(parsePartly(statusesSchema, { ...record, policies })?.output.policies).toEqual({
    activePolicies: ['p1'],
    notPossible: [],
  });
  const softwareResults = { software: [null, { name: 'Chess', version: {} }, { name: 'Go' }], drivers: [] };
  const inventory = parsePartly(inventoryAnswerSchema, {
    inventoryResults: { network: ['x'] },
    softwareResults,
  });
  expect(inventory?.output).toMatchObject({
    inventoryResults: { network: [] },
    softwareResults: { software: [{ name: 'Chess' }, { name: 'Go' }] },
  });
});

test.each([
  ['no object', 7],
  ['no list', { ...record, tabs: 7 }],
  ['another sender', { ...record, clientId: 7, tabs: [] }],
  ['a sender that is too long', { ...record, clientId: 'x'.repeat(129), tabs: [] }],
])('a message with %s is not read', (_, message) => {
  expect(parsePartly(tabsSchema, message)).toBeUndefined();
});

test('a field outside of lists is not guessed', () => {
  expect(parsePartly(statusesSchema, { ...record, privacy: 'yes' })).toBeUndefined();
});

test('a hostile message costs no more than its length', () => {
  const begun = performance.now();
  const read = parsePartly(tabsSchema, { ...record, tabs: Array(50_000).fill(null) });
  expect([read?.output.tabs.length, read?.leftOut.get('tabs')]).toEqual([0, 50_000]);
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect(v.is(tabsSchema, { ...record, tabs: [null] })).toBe(false);
});
