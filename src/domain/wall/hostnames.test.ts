import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHostnameFilter, parseHostnames, wallPath } from './hostnames.ts';

describe('the host names of an address', () => {
  it.each([
    ['["pc-1","pc-2"]', ['pc-1', 'pc-2']],
    [['pc-1'], ['pc-1']],
    ['[" pc-1 ","","  "]', ['pc-1']],
    ['["pc-1","PC-1"]', ['pc-1']],
    ['[]', undefined],
    ['[" "]', undefined],
    ['["pc-1",7]', undefined],
    ['{"0":"pc-1"}', undefined],
    ['pc-1', undefined],
    ['["pc-1"', undefined],
    [7, undefined],
    [undefined, undefined],
    [null, undefined],
  ])('%j means %j', (value, hostnames) => {
    expect(parseHostnames(value)).toEqual(hostnames);
  });

  it('are as many as an address can hold', () => {
    expect(parseHostnames(Array.from({ length: 10_000 }, (_, at) => `pc-${at}`))).toHaveLength(1_000);
    expect(parseHostnames(['x'.repeat(256)])).toBeUndefined();
  });

  it('come back from the path that they were written into', () => {
    const hostname = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(
        fc.uniqueArray(hostname, { maxLength: 20, selector: (text) => text.toLowerCase() }),
        (list) => {
          const url = new URL(wallPath('g/1', list), 'https://demo.example');
          expect(parseHostnames(url.searchParams.get('hostnames') ?? undefined)).toEqual(
            list.length === 0 ? undefined : list,
          );
          expect(url.pathname).toBe('/group/g%2F1/grid');
        },
      ),
    );
  });

  it('never break on what else stands there', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const hostnames = parseHostnames(value);
        expect(
          hostnames === undefined || hostnames.every((each) => each.trim() === each && each !== ''),
        ).toBe(true);
      }),
    );
  });
});

it('shows the devices of the filter, in either case; without a filter all', () => {
  const isShown = createHostnameFilter(['PC-1']);
  expect(['pc-1', 'pc-2'].map(isShown)).toEqual([true, false]);
  expect(createHostnameFilter(undefined)('pc-2')).toBe(true);
});
