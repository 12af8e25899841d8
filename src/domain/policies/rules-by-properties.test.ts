/** The rules of policies say what a second, simpler way of deciding says, and no pattern makes them hang or throw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesWildcard } from '../wildcard.ts';
import { type AppRule, judgeApp } from './app-rules.ts';
import { foundWords } from './keyword-rules.ts';
import { localTime } from './local-time.ts';
import { isInSsids, isInSubnets, subnetOf } from './network-place.ts';
import { judgePage } from './page-rules.ts';
import { isInSchedule } from './policy-schedule.ts';

const letters = (alphabet: string, maxLength: number, minLength = 0) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength, size: 'max' }).map((list) => list.join(''));

/** By a table of every beginning of the text against every beginning of the pattern. */
function naiveWildcard(text: string, pattern: string): boolean {
  const [t, p] = [[...text], [...pattern]];
  let row = t.map(() => false);
  row = [true, ...row];
  for (const wanted of p) {
    const next = [wanted === '*' && row[0] === true];
    for (const [i, letter] of t.entries()) {
      const isFit = row[i] === true && (wanted === '?' || wanted === letter);
      next.push(wanted === '*' ? row[i + 1] === true || next[i] === true : isFit);
    }
    row = next;
  }
  return row[t.length] === true;
}

it('a pattern with * and ? fits what a table of all beginnings says', () => {
  fc.assert(
    fc.property(letters('ab😀', 14), letters('ab😀*?', 10), (text, pattern) => {
      expect(matchesWildcard(text, pattern)).toBe(naiveWildcard(text, pattern));
    }),
    { numRuns: 2_000 },
  );
  // Pieces that are longer than a word of bits, and are there or nearly so.
  const part = fc.record({
    text: letters('ab', 200, 120),
    from: fc.nat(100),
    length: fc.integer({ min: 30, max: 90 }),
  });
  fc.assert(
    fc.property(part, fc.nat(90), fc.constantFrom('a', '?'), ({ text, from, length }, at, letter) => {
      const piece = [...text.slice(from, from + length)].map((own, i) => (i === at ? letter : own));
      expect(matchesWildcard(text, `*${piece.join('')}*`)).toBe(naiveWildcard(text, `*${piece.join('')}*`));
    }),
    { numRuns: 500 },
  );
});

describe('a network range', () => {
  const kinds = { v4: { bits: 32, write: writeV4 }, v6: { bits: 128, write: writeV6 } } as const;
  const address = fc.constantFrom<keyof typeof kinds>('v4', 'v6').chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      // Few bits that differ, so that ranges often have the address.
      value: fc.bigInt({ min: 0n, max: (1n << BigInt(kinds[kind].bits)) - 1n }),
      flip: fc.integer({ min: 0, max: kinds[kind].bits - 1 }),
      bits: fc.integer({ min: 0, max: kinds[kind].bits }),
    }),
  );

  it('has the addresses whose first bits are its own', () => {
    fc.assert(
      fc.property(address, ({ kind, value, flip, bits }) => {
        const { bits: all, write } = kinds[kind];
        // The address of the IPv4 range inside of IPv6 is another kind of address.
        fc.pre(kind === 'v4' || value >> 32n !== 0xffffn);
        const other = value ^ (1n << BigInt(all - 1 - flip));
        fc.pre(kind === 'v4' || other >> 32n !== 0xffffn);
        const isIn = value >> BigInt(all - bits) === other >> BigInt(all - bits);
        const subnet = `${write(value)}/${bits}`;
        expect(subnetOf([write(other)], [subnet])).toBe(isIn ? subnet : undefined);
        expect(subnetOf([write(value)], [subnet])).toBe(subnet);
        expect(subnetOf([write(value)], [write(value)])).toBe(write(value));
        expect(subnetOf([write(other)], [write(value)])).toBeUndefined();
      }),
    );
  });

  it('never has an address of the other kind, and nothing that is no address', () => {
    expect(subnetOf(['2001:db8::1'], ['0.0.0.0/0'])).toBeUndefined();
    expect(subnetOf(['10.0.0.1'], ['::/0'])).toBeUndefined();
    expect(subnetOf(['::ffff:10.0.0.1'], ['10.0.0.0/8'])).toBe('10.0.0.0/8');
    expect(subnetOf(['fe80::1%eth0'], ['fe80::/10'])).toBe('fe80::/10');
    expect(subnetOf(['2001:0DB8:0:0::7'], ['2001:db8::7'])).toBe('2001:db8::7');
    expect(subnetOf(['2001:db8:0:0::7'], ['2001:db8::*'])).toBe('2001:db8::*');
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.256',
    '::/129',
    '1:::2',
    '10.0.0.0/',
    '/8',
    '',
    '010.0.0.0/8',
  ])('that cannot be read (%s) has nothing', (subnet) => {
    expect(subnetOf(['10.0.0.1', '::1', '0.0.0.0'], [subnet])).toBeUndefined();
  });
});

it('the name of a wireless network fits by the same patterns, and by any of them', () => {
  const wish = { isActive: true, orDisconnected: false };
  fc.assert(
    fc.property(letters('Room-01', 8), fc.array(letters('Room-01*', 6), { maxLength: 4 }), (ssid, names) => {
      const expected = names.some((name) => naiveWildcard(ssid.toLowerCase(), name.toLowerCase()));
      expect(isInSsids(names, wish, { addresses: ['10.0.0.1'], ssid })).toBe(expected);
    }),
  );
});

function writeV4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
}
function writeV6(value: bigint): string {
  return [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n]
    .map((shift) => ((value >> shift) & 0xffffn).toString(16))
    .join(':');
}

describe('a schedule', () => {
  // Few, so that the time is often one of those at which a period begins or ends.
  const time = fc.constantFrom(0, 1, 59, 60, 480, 481, 1_380, 1_438, 1_439);
  const period = fc.record({ day: fc.integer({ min: 5, max: 6 }), start: time, end: time });
  const written = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

  it('holds in each of the minutes that its periods count up, through the week', () => {
    fc.assert(
      fc.property(
        fc.array(period, { maxLength: 6 }),
        fc.integer({ min: 5, max: 6 }),
        time,
        (list, day, minute) => {
          const minutes = new Set<number>();
          for (const { day: of, start, end } of list) {
            if (of !== day || start > end) continue;
            minutes.add(start);
            for (let at = start; at < end; at++) minutes.add(at);
            if (end === 1_439) minutes.add(end);
          }
          const periods = list.map((each) => ({
            day: each.day,
            startTime: written(each.start),
            endTime: written(each.end),
          }));
          expect(isInSchedule(periods, { day, minute })).toBe(minutes.has(minute));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('goes by the clock on the wall, also where it changes', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Europe/Berlin';
    try {
      const hours = [{ day: 0, startTime: '02:00', endTime: '03:00' }];
      const held = (day: string) =>
        Array.from({ length: 24 * 60 }, (_, i) => Date.parse(`${day}T22:00:00Z`) + i * 60_000).filter((at) =>
          isInSchedule(hours, localTime(at)),
        ).length;
      // 22 March 2026 has the hour once, 29 March not at all, 25 October twice.
      expect([held('2026-03-21'), held('2026-03-28'), held('2026-10-24')]).toEqual([60, 0, 120]);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe('monitored words', () => {
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  /** Letter by letter at every place of the text. */
  const naive = (text: string, word: string, isWhole: boolean): boolean => {
    const [t, w] = [[...text.toLowerCase()], [...word.toLowerCase()]];
    return t.some((_, at) => {
      if (!w.every((letter, i) => t[at + i] === letter)) return false;
      return !isWhole || (!isLetter(t[at - 1]) && !isLetter(t[at + w.length]));
    });
  };

  it('are found where a search letter by letter finds them', () => {
    fc.assert(
      fc.property(letters('abA 𝒜é!😀', 20), letters('abA𝒜é!😀', 3), fc.boolean(), (text, word, isWhole) => {
        const found = foundWords(text, { keywords: [word], wholeWordMatching: isWhole });
        expect(found).toEqual(word !== '' && naive(text, word, isWhole) ? [word] : []);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('addresses', () => {
  const label = fc.constantFrom('a', 'b', 'games', 'www', 'example', 'org');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((list) => list.join('.'));
  const path = fc.array(fc.constantFrom('x', 'games', 'y'), { maxLength: 3 });
  const pattern = fc.record({ host, path }).map(({ host: of, path: parts }) => [of, ...parts].join('/'));
  const withoutWww = (name: string) => name.replace(/^www\./, '');

  /** As the browser's own reading of the address has it, label by label. */
  function naive(url: string, wanted: string): boolean {
    const { hostname, pathname } = new URL(url);
    const [name = '', ...parts] = withoutWww(wanted).split('/');
    const own = withoutWww(hostname).split('.');
    const of = name.split('.');
    const isHost = of.length <= own.length && of.every((each, i) => own[own.length - of.length + i] === each);
    return isHost && (parts.length === 0 || pathname.startsWith(`/${parts.join('/')}`));
  }

  it('are blocked by a host and the beginning of a path as the browser reads them', () => {
    fc.assert(
      fc.property(
        host,
        path,
        fc.array(pattern, { maxLength: 3 }),
        fc.boolean(),
        (name, parts, urls, isAllowed) => {
          const url = `https://${name}/${parts.join('/')}`;
          const line = urls.find((each) => naive(url, each));
          const accessMode = isAllowed ? 'WhiteList' : 'BlackList';
          expect(judgePage(url, { accessMode, urls })).toEqual({
            isBlocked: isAllowed ? line === undefined : line !== undefined,
            line,
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

it('a program is blocked by the first rule of which all fields fit', () => {
  const name = letters('ab', 3);
  const rule: fc.Arbitrary<AppRule> = fc.oneof(
    letters('ab*', 3),
    fc.record({ processName: letters('ab*', 3), title: letters('ab*', 3) }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(name, name, fc.array(rule, { maxLength: 4 }), (processName, title, rules) => {
      const fits = (text: string, pattern: string) => pattern !== '' && naiveWildcard(text, pattern);
      const isFit = (each: AppRule) => {
        if (typeof each === 'string') return fits(processName, each) || fits(title, each);
        if (each.processName === undefined && each.title === undefined) return false;
        return (
          (each.processName === undefined || fits(processName, each.processName)) &&
          (each.title === undefined || fits(title, each.title))
        );
      };
      const { isBlocked } = judgeApp({ processName, title }, { accessMode: 'BlackList', rules });
      expect(isBlocked).toBe(rules.some(isFit));
      expect(judgeApp({ processName, title }, { accessMode: 'WhiteList', rules }).isBlocked).toBe(!isBlocked);
    }),
    { numRuns: 1_000 },
  );
});

describe('a pattern that is meant to break the rules', () => {
  const LONG = 10_000;
  const HOSTILE = [
    'a'.repeat(LONG),
    '*'.repeat(LONG),
    '*a'.repeat(LONG / 2),
    'a?'.repeat(LONG / 2),
    `${'a'.repeat(LONG / 2)}*${'?'.repeat(LONG / 2)}`,
    `*${'a'.repeat(LONG)}b*`,
    '😀'.repeat(LONG / 2),
    '👩‍🏫*'.repeat(1_000),
    '\ud800*\udc00',
    `10.0.0.0/${'9'.repeat(LONG)}`,
    `${'1:'.repeat(LONG)}:`,
    '/'.repeat(LONG),
    `http://${'@'.repeat(LONG)}`,
    '((((a+)+)+)+)+$',
    '[a-',
    '\\',
    '%%%',
    '\u0000',
  ];
  const TEXTS = [
    `https://${'a'.repeat(LONG)}`,
    `https://a.example/${'a?/@'.repeat(2_500)}`,
    '😀'.repeat(LONG),
  ];

  it.each(HOSTILE.map((pattern) => [pattern.slice(0, 24), pattern]))(
    'neither hangs nor throws: %s',
    (_, pattern) => {
      const begun = performance.now();
      for (const text of TEXTS) {
        matchesWildcard(text, pattern);
        judgePage(text, { accessMode: 'BlackList', urls: [pattern] });
        judgeApp(
          { title: text, processName: text },
          { accessMode: 'BlackList', rules: [pattern, { title: pattern }] },
        );
        for (const wholeWordMatching of [true, false])
          foundWords(text, { keywords: [pattern], wholeWordMatching });
        const wish = { isActive: true, orDisconnected: false };
        isInSsids([pattern], wish, { addresses: ['10.0.0.1'], ssid: text });
        isInSubnets([pattern], wish, { addresses: ['10.0.0.1', 'fe80::1', text] });
      }
      isInSchedule([{ day: 1, startTime: pattern, endTime: pattern }], { day: 1, minute: 0 });
      expect(performance.now() - begun).toBeLessThan(2_000);
    },
  );
});
