import { createRandom, type Random } from '#domain/samples/random.ts';

export type { Random };

/** A repeatable random generator: the same words give the same numbers on every machine. */
export function seededRandom(...words: readonly (string | number)[]): Random {
  let seed = 0x811c9dc5;
  const name = words.join('\u0000');
  for (let i = 0; i < name.length; i++) seed = Math.imul(seed ^ name.charCodeAt(i), 0x01000193);
  return createRandom(seed);
}
