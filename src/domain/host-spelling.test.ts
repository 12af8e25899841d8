import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableHost } from './host-spelling.ts';

it.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['XN--BCHER-KVA.EXAMPLE', 'bücher.example'],
  // From RFC 3492, section 7.1.
  ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['xn--3b-ww4c5e180e575a65lsy2b', '3年b組金八先生'],
  ['xn--d9juau41awczczp', 'そのスピードで'],
  ['xn--ls8h.example', '💩.example'],
  // Punycode of a capital letter, which no browser makes.
  ['xn--0ya.example', 'ϣ.example'],
  ['school.example', 'school.example'],
  ['xn--.example', 'xn--.example'],
  ['xn--99999999.example', 'xn--99999999.example'],
  [`xn--${'9'.repeat(10_000)}`, `xn--${'9'.repeat(10_000)}`],
])('%s is read as %s', (written, read) => {
  expect(readableHost(written)).toBe(read);
});

const label = fc.string({
  unit: fc.constantFrom(...'abz09', ...'äöüßéñçø', ...'абвяё', ...'αβγω', ...'日本語校学', ...'กขค', '𠮷'),
  minLength: 1,
  maxLength: 12,
});

it('reads what the browser makes of a host like the host itself', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const host = [...labels, 'example'].join('.');
      const ascii = domainToASCII(host);
      fc.pre(ascii !== '');
      expect(readableHost(ascii)).toBe(readableHost(host));
    }),
    { numRuns: 2_000 },
  );
});

it('takes any text, and what it has read it reads as the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string().map((rest) => `xn--${rest}`),
  );
  fc.assert(
    fc.property(text, (written) => {
      const read = readableHost(written);
      // A label of letters that are Punycode once more is read once more; no browser makes such a one.
      if (!read.includes('xn--')) expect(readableHost(read)).toBe(read);
    }),
    { numRuns: 300 },
  );
});
