import { expect, test } from 'vitest';
import { createMemberFinder, findMembers } from './find-members.ts';

test('entries become members, and unknown ones are listed', () => {
  const find = createMemberFinder([
    { id: 'd-1', names: ['SN-1', 'PC-1'] },
    { id: 'd-2', names: [null, 'PC-2'] },
  ]);
  expect(findMembers(['sn-1', 'pc-2', 'PC-1', 'SN-9'], find)).toEqual({
    ids: ['d-1', 'd-2'],
    unknown: ['SN-9'],
    shared: [],
  });
});

test('a serial number goes before the hostname of another device', () => {
  const find = createMemberFinder([
    { id: 'd-1', names: ['SN-1', 'SN-2'] },
    { id: 'd-2', names: ['SN-2', 'PC-2'] },
  ]);
  expect(findMembers(['SN-2'], find)).toMatchObject({ ids: ['d-2'], shared: [] });
});

test('all members that share a name are found, and reported', () => {
  const find = createMemberFinder([
    { id: 'd-1', names: ['SN-1', 'CART-PC'] },
    { id: 'd-2', names: ['SN-2', 'cart-pc '] },
    { id: 'd-3', names: ['SN-3', 'SN-3'] },
  ]);
  expect(findMembers(['CART-PC', 'SN-3'], find)).toEqual({
    ids: ['d-1', 'd-2', 'd-3'],
    unknown: [],
    shared: [{ entry: 'CART-PC', ids: ['d-1', 'd-2'] }],
  });
});

test('an address may have the name of its owner before it', () => {
  const find = createMemberFinder([{ id: 'u-1', names: ['u-1', 'ana@school.example', 'Ana Lee'] }]);
  expect([find('Lee, Ana <Ana@school.example>'), find('<mailto:ana@school.example>')]).toEqual([
    ['u-1'],
    ['u-1'],
  ]);
});

test('a serial number is found however it is written', () => {
  const find = createMemberFinder([{ id: 'd-1', names: ['5CG1234XYZ', 'PC-1'] }]);
  for (const entry of ['5cg1234xyz', '5CG 1234 XYZ', ' 5CG1234XYZ\u200B', '５ＣＧ１２３４ＸＹＺ'])
    expect(find(entry)).toEqual(['d-1']);
});

test('the names of a list may differ in invisible letters, blanks and the form of marks', () => {
  const find = createMemberFinder([{ id: 'u-1', names: ['José  Núñez\u200B'] }]);
  for (const entry of ['José Núñez', 'José Núñez'.normalize('NFD'), 'JOSÉ\u00A0NÚÑEZ'])
    expect(find(entry)).toEqual(['u-1']);
});

test('a name that is as good for another member is shared', () => {
  const find = createMemberFinder([
    { id: 'd-1', names: ['SN-1', ['CART-PC', 'Cart 1']] },
    { id: 'd-2', names: ['SN-2', ['PC-2', 'Cart-PC']] },
  ]);
  expect(find('CART-PC')).toEqual(['d-1', 'd-2']);
});
