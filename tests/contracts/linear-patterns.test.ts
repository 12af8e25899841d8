/**
 * A text from outside must not stop a process: a pattern that backtracks takes hours for a megabyte. Every regular
 * expression of the source is therefore tried on texts in which a part of something that it matches is repeated.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sample, stringMatching } from 'fast-check';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const REALMS = ['agent', 'server', 'src', 'student', 'sw', 'workers'];
const LENGTH = 2_500;
/** A linear pattern takes less than a tenth of a millisecond, a quadratic one more than five. */
const BOUND_MS = 2;
const ATTEMPTS = 5;
const LETTERS = [...' .@/:;,-_a0<>="\'\n&\\'];
const ENDS = ['', 'x', '\n@<!'];

type Pattern = { file: string; regex: RegExp };

function patternsIn(node: unknown, file: string): Pattern[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('regex' in node && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return [{ file, regex: new RegExp(pattern, flags) }];
  }
  return Object.values(node).flatMap((child) => patternsIn(child, file));
}

/** Each once. */
async function patternsOfSource(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for (const realm of REALMS) {
    for (const file of await readdir(`${root}${realm}`, { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|fakes\/|\.d\.ts$/.test(file)) continue;
      const code = await readFile(`${root}${realm}/${file}`, 'utf8');
      const lang = file.endsWith('x') ? 'tsx' : 'ts';
      if (code.includes('/')) found.push(...patternsIn(parseAst(code, { lang }), `${realm}/${file}`));
    }
  }
  return [...new Map(found.map((each) => [String(each.regex), each])).values()];
}

/** Texts that the pattern matches; none where the generator does not know a part of it. */
function wordsOf({ source, flags }: RegExp): readonly string[] {
  // Assertions and exact counts are unknown to the generator, and change nothing about what can be repeated.
  const known = source.replaceAll(/\(\?<?[=!][^)]*\)|\\b/g, '').replaceAll(/\{(\d+)\}/g, '{$1,$1}');
  try {
    return sample(stringMatching(new RegExp(known, flags.replaceAll(/[gi]/g, ''))), { numRuns: 5, seed: 7 });
  } catch {
    return [];
  }
}

function* hostileTexts(regex: RegExp): Generator<string> {
  const words = wordsOf(regex).map((word) => word.slice(0, 24));
  const units = new Set([...regex.source.replaceAll(/[\\^$()|[\]{}?*+]/g, ''), ...LETTERS]);
  for (const end of ENDS) {
    for (const head of ['', ...words.map((word) => word.slice(0, word.length >> 1)), ...words])
      for (const unit of units) yield head + unit.repeat(LENGTH) + end;
    for (const word of words.filter((each) => each !== '')) yield word.repeat(LENGTH / word.length) + end;
  }
}

function timed(regex: RegExp, text: string): number {
  const from = performance.now();
  // The same work as a search, a test and a split.
  text.replace(regex, '');
  return performance.now() - from;
}

/** The shortest of several: a busy machine lengthens single ones. */
const isSlowFor = (regex: RegExp, text: string) =>
  Array.from({ length: ATTEMPTS }).every(() => timed(regex, text) > BOUND_MS);

function isSlow(regex: RegExp): boolean {
  for (const text of hostileTexts(regex)) if (isSlowFor(regex, text)) return true;
  return false;
}

const canRepeat = ({ source }: RegExp) => /[*+]|\{\d+,\}/.test(source);

describe('a regular expression', () => {
  it('that takes quadratic time is noticed', () => {
    const slow = [/^[^@\s]+@[^@\s]+\.[^@\s]+$/, /\s+$/, /\s*;\s*/, /(\w+)="[^"]*"/];
    expect(slow.filter((regex) => !isSlow(regex))).toEqual([]);
  });

  it('takes linear time, wherever it is in the source', { timeout: 120_000 }, async () => {
    const patterns = await patternsOfSource();
    expect(patterns.length).toBeGreaterThan(200);
    const slow = patterns.filter(({ regex }) => canRepeat(regex) && isSlow(regex));
    expect(slow.map(({ file, regex }) => `${file}: ${regex}`)).toEqual([]);
  });
});
