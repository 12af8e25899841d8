/** Ways in which a JSON message can be wrong, made from one that is right. Each says how a receiver must call it. */
import * as v from 'valibot';
import type { Random } from '../../../agent/simulated/seeded-random.ts';

export type Fault = { what: string; payload: Uint8Array; reason: 'not-json' | 'schema' | 'too-large' };
type Json = unknown;

const DEEP = 10_000;
const LONG = 100_000;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What stands in place of a value, as JSON text. The last three are no JSON. */
const VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  'a number': '7',
  'a negative number': '-1',
  'a fraction': '0.5',
  'a huge number': '1e308',
  'a number beyond all': '1e400',
  'a word': '"x"',
  'no text': '""',
  'a long text': JSON.stringify('x'.repeat(70_000)),
  'a truth': 'true',
  'an empty list': '[]',
  'an empty object': '{}',
  'a list in a list': '[[]]',
  'a long list': `[${'0,'.repeat(LONG)}0]`,
  'a deep list': '['.repeat(DEEP) + ']'.repeat(DEEP),
  'a deep object': `${'{"a":'.repeat(DEEP)}0${'}'.repeat(DEEP)}`,
  'a prototype': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  NaN: 'NaN',
  Infinity: '-Infinity',
  nothing: 'undefined',
};
const PROTOTYPES = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"prototype":{"polluted":true}',
  '"__proto__":null',
  '"__proto__":[]',
] as const;
const WHOLES = ['null', '0', 'true', '"x"', '[]', '[{}]', '{}', '{"__proto__":{}}'] as const;
/** Bytes that are nowhere in UTF-8: strays, cut, overlong, half of a pair, beyond the last character. */
const NOT_UTF8 = [
  [0xff],
  [0x80],
  [0xc3],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
] as const;
const MARK = '@@here@@';

/** Every wrong value at every place of the message, and every place left out. */
export function* everyFault(schema: v.GenericSchema, right: Json): Generator<Fault> {
  for (const place of placesIn(right)) {
    yield* checked(schema, `${place.join('.')} left out`, JSON.stringify(without(right, place)));
    for (const [what, text] of Object.entries(VALUES))
      yield* checked(schema, `${what} as ${place.join('.')}`, replaced(right, place, text));
  }
  for (const text of WHOLES) yield* checked(schema, `${text} as a whole`, text);
}

/** One fault by chance; undefined where chance made something that is right. */
export function someFault(schema: v.GenericSchema, right: Json, random: Random): Fault | undefined {
  const text = JSON.stringify(right);
  const at = 1 + random.below(text.length - 1);
  const place = random.pick(placesIn(right));
  switch (random.below(8)) {
    case 0:
      return first(checked(schema, 'cut off', text.slice(0, at)));
    case 1:
      return first(checked(schema, 'followed by more', `${text}${random.pick(['}', ',{}', ' x', text])}`));
    case 2:
      return first(
        checked(
          schema,
          'a stray character',
          text.slice(0, at) + random.pick(['"', '\u0000', "'", '\\', '}', '//']) + text.slice(at),
        ),
      );
    case 3:
      return notUtf8(text, at, random);
    case 4: {
      const [what, value] = random.pick(Object.entries(VALUES));
      return first(checked(schema, `${what} as ${place.join('.')}`, replaced(right, place, value)));
    }
    case 5:
      return first(
        checked(
          schema,
          'two places left out',
          JSON.stringify(without(without(right, place), random.pick(placesIn(right)))),
        ),
      );
    case 6:
      return first(
        checked(schema, 'a prototype beside a lack', withPrototypes(without(right, place), random)),
      );
    default:
      return random.chance(0.1)
        ? tooLarge(right)
        : first(checked(schema, 'turned into a list', JSON.stringify([right])));
  }
}

function* checked(schema: v.GenericSchema, what: string, text: string): Generator<Fault> {
  const payload = bytesOf(text);
  if (payload.byteLength > 256 * 1024) {
    yield { what, payload, reason: 'too-large' };
    return;
  }
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    yield { what, payload, reason: 'not-json' };
    return;
  }
  if (!v.is(schema, value)) yield { what, payload, reason: 'schema' };
}

function notUtf8(text: string, at: number, random: Random): Fault {
  const [before, after] = [bytesOf(text.slice(0, at)), bytesOf(text.slice(at))];
  const wrong = random.pick(NOT_UTF8);
  return { what: 'not UTF-8', payload: Uint8Array.of(...before, ...wrong, ...after), reason: 'not-json' };
}

function tooLarge(right: Json): Fault {
  const text = JSON.stringify({ ...(right as object), more: 'x'.repeat(256 * 1024) });
  return { what: 'too large', payload: bytesOf(text), reason: 'too-large' };
}

function withPrototypes(value: Json, random: Random): string {
  // At every object, in front, so that nothing that follows could hide it.
  return JSON.stringify(value)
    .replace(/\{(?=["}])/g, (brace) => {
      const key = random.pick(PROTOTYPES);
      return `${brace}${key},`;
    })
    .replaceAll(',}', '}');
}

type Place = readonly (string | number)[];
function placesIn(value: Json, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const place = [...at, key];
    return [place, ...placesIn(inner, place)];
  });
}
function changed(
  value: Json,
  [key, ...rest]: Place,
  change: (holder: Record<string, Json>, key: string) => void,
): Json {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, Json>;
  const name = String(key);
  if (rest.length === 0) change(copy, name);
  else if (typeof copy[name] === 'object' && copy[name] !== null)
    copy[name] = changed(copy[name], rest, change);
  return copy;
}
const without = (value: Json, place: Place) =>
  changed(value, place, (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  });
const replaced = (value: Json, place: Place, text: string) =>
  // As a function: `$` means nothing in it.
  JSON.stringify(
    changed(value, place, (holder, key) => {
      holder[key] = MARK;
    }),
  ).replace(`"${MARK}"`, () => text);

const first = <T>(found: Iterable<T>): T | undefined => found[Symbol.iterator]().next().value;
