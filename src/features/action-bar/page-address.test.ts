import { expect, test } from 'vitest';
import { pageAddress } from './page-address.ts';

test.each([
  ['https://a.example/x?y#z', 'https://a.example/x?y#z'],
  ['HTTP://a.example', 'HTTP://a.example'],
  ['a.example', 'http://a.example'],
  ['  a.example/b c  ', 'http://a.example/b%20c'],
  ['localhost:8080/x', 'http://localhost:8080/x'],
  ['a.example:443?q=http://b', 'http://a.example:443?q=http://b'],
  ['//a.example', 'http://a.example'],
  ['a.example?q=b c', 'http://a.example?q=b%20c'],
  ['Not an address !!', undefined],
  ['https://not an address/', undefined],
  ['//', undefined],
  ['', undefined],
  ['   ', undefined],
  ['http://', undefined],
  ['javascript:alert(1)', undefined],
  ['JavaScript://a.example/%0aalert(1)', undefined],
  ['data:text/html,x', undefined],
  ['file:///c:/x', undefined],
  ['mailto:a@b.example', undefined],
  ['ms-settings:', undefined],
  ['https:a.example', undefined],
  [`a.example/${'x'.repeat(10_000)}`, undefined],
])('%s', (typed, address) => expect(pageAddress(typed)).toBe(address));
