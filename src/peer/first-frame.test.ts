import { expect, test } from 'vitest';
import { hasDecoded } from './first-frame.ts';

const report = (...entries: object[]) => new Map(entries.map((entry, index) => [index, entry])) as never;

test.each([
  ['nothing has come', report(), false],
  ['packets without a picture', report({ type: 'inbound-rtp', kind: 'video', framesDecoded: 0 }), false],
  ['sound alone', report({ type: 'inbound-rtp', kind: 'audio', framesDecoded: 3 }), false],
  ['what is sent', report({ type: 'outbound-rtp', kind: 'video', framesDecoded: 3 }), false],
  ['a picture', report({ type: 'inbound-rtp', kind: 'video', framesDecoded: 1 }), true],
])('%s', (_, stats, expected) => {
  expect(hasDecoded(stats)).toBe(expected);
});
