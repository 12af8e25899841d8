/** Compiles the patterns of TOPIC_RULES for one token and checks topics and filters against them. */

/** Placeholders that depend on the directory: the groups, people, clients and rooms in reach. */
export type TopicReach = 'permittedGroup' | 'ownGroup' | 'permittedUser' | 'permittedClient' | 'ownRoom';
const REACHES: readonly string[] = [
  'permittedGroup',
  'ownGroup',
  'permittedUser',
  'permittedClient',
  'ownRoom',
] satisfies TopicReach[];

/** A known answer is no promise, so that frequent messages do not wait. */
export type Verdict = boolean | Promise<boolean>;
/** `id` is one id, or `+` for all ids. */
export type Reaches = (reach: TopicReach, id: string) => Verdict;

export type PatternPart =
  | { is: 'word'; words: ReadonlySet<string> }
  | { is: 'any' }
  | { is: 'rest' }
  | { is: 'reached'; reach: TopicReach };

/** `values`: the token's placeholders. Undefined: one is missing, so the rule does not apply to the token. */
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
 * Whether the pattern matches every topic that `filter` matches. A topic is a filter without wildcards, so
 * this serves for publish and subscribe. Matching the filter as text instead would admit `#`.
 */
export function covers(
  pattern: readonly PatternPart[],
  filter: readonly string[],
  reaches: Reaches,
): Verdict {
  const asked: { reach: TopicReach; id: string }[] = [];
  for (const [i, part] of pattern.entries()) {
    // `a/#` also matches `a` (as in MQTT).
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

/** Whether one of them is true. */
export function some(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(true)) return decided(true, verdicts);
  const open = verdicts.filter((verdict) => verdict !== false);
  return open.length > 0 && Promise.all(open).then((all) => all.some(Boolean));
}

/** Ignores errors of the remaining queries, because an unhandled rejection would end the process. */
function decided(verdict: boolean, asked: readonly Verdict[]): boolean {
  for (const each of asked) if (typeof each !== 'boolean') each.catch(() => {});
  return verdict;
}
