/** Compiles the patterns of TOPIC_RULES for one token and asks whether they cover a topic or a filter. */

/** What only the directory knows: which groups, people, clients and rooms a connection reaches. */
export type TopicReach = 'permittedGroup' | 'ownGroup' | 'permittedUser' | 'permittedClient' | 'ownRoom';
const REACHES: readonly string[] = [
  'permittedGroup',
  'ownGroup',
  'permittedUser',
  'permittedClient',
  'ownRoom',
] satisfies TopicReach[];

/** An answer that is known comes at once, without a promise, so that frequent messages do not wait. */
export type Verdict = boolean | Promise<boolean>;
/** `id` is one id, or `+` for all of them. */
export type Reaches = (reach: TopicReach, id: string) => Verdict;

export type PatternPart =
  | { is: 'word'; words: ReadonlySet<string> }
  | { is: 'any' }
  | { is: 'rest' }
  | { is: 'reached'; reach: TopicReach };

/** `values` are the placeholders that the token fills; undefined when it lacks one, so the rule is not for it. */
export function compilePattern(
  pattern: string,
  values: Readonly<Record<string, string | undefined>>,
): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  for (const part of pattern.split('/')) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (part === '+') parts.push({ is: 'any' });
    else if (part === '#') parts.push({ is: 'rest' });
    else if (name === undefined) parts.push({ is: 'word', words: new Set(part.split('|')) });
    else if (REACHES.includes(name)) parts.push({ is: 'reached', reach: name as TopicReach });
    else {
      const value = values[name];
      if (!value) return undefined;
      parts.push({ is: 'word', words: new Set([value]) });
    }
  }
  return parts;
}

/**
 * Does the pattern match everything that `filter` can match? A topic is a filter without wildcards, so one
 * function answers for publishing and for subscribing (asking whether a filter as text matches would let `#` in).
 */
export function covers(
  pattern: readonly PatternPart[],
  filter: readonly string[],
  reaches: Reaches,
): Verdict {
  const asked: { reach: TopicReach; id: string }[] = [];
  for (const [i, part] of pattern.entries()) {
    // As in MQTT, `a/#` matches `a` too.
    if (part.is === 'rest') return every(asked.map(({ reach, id }) => reaches(reach, id)));
    const word = filter[i];
    if (word === undefined || word === '#') return false;
    if (part.is === 'word' && !part.words.has(word)) return false;
    if (part.is === 'reached') asked.push({ reach: part.reach, id: word });
  }
  if (filter.length !== pattern.length) return false;
  return every(asked.map(({ reach, id }) => reaches(reach, id)));
}

function every(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return decided(false, verdicts);
  const open = verdicts.filter((verdict) => verdict !== true);
  return open.length === 0 || Promise.all(open).then((all) => all.every(Boolean));
}

/** Is one of them true? */
export function some(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(true)) return decided(true, verdicts);
  const open = verdicts.filter((verdict) => verdict !== false);
  return open.length > 0 && Promise.all(open).then((all) => all.some(Boolean));
}

/** What was asked besides and fails counts for nothing; without somebody who hears of it, it would end the process. */
function decided(verdict: boolean, asked: readonly Verdict[]): boolean {
  for (const each of asked) if (typeof each !== 'boolean') each.catch(() => {});
  return verdict;
}
