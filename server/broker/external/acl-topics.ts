/**
 * The topics that one client may use, as a list for the rules of an external broker, with current ids in
 * place of placeholders. Each topic is checked, so the list never allows more than the embedded broker.
 */
import type { Connection } from '../door/connection.ts';
import type { PatternPart } from '../gate/topic-pattern.ts';

/** A device that a tutor may act on, with its topic levels. */
export type SiteDevice = { people: 'users' | 'sessions'; userId: string; clientId: string };

export type ListedTopics = { publish: readonly string[]; subscribe: readonly string[] };

/**
 * `devices`: the site's devices that may be connected. Topics of chat rooms are left out, because they do not
 * name their sender. Rejects if the directory cannot be read.
 */
export async function listTopics(
  { access }: Pick<Connection, 'access'>,
  devices: readonly SiteDevice[],
): Promise<ListedTopics> {
  const idsOf = reachedIds(access.reachedGroups(), devices);
  const { publish, subscribe } = access.rules();
  const allowed = async (
    patterns: readonly (readonly PatternPart[])[],
    may: (topic: string) => boolean | Promise<boolean>,
  ) => {
    const topics = new Set(patterns.flatMap((pattern) => fillIn(pattern, idsOf)));
    const verdicts = await Promise.all([...topics].map(async (topic) => ({ topic, yes: await may(topic) })));
    return verdicts.flatMap(({ topic, yes }) => (yes && IS_LINE.test(topic) ? [topic] : []));
  };
  return {
    publish: await allowed(publish, access.mayPublish),
    subscribe: await allowed(subscribe, access.maySubscribe),
  };
}

/** A control character could begin a new line in the file. */
const IS_LINE = /^\P{Cc}+$/u;

type ReachPart = Extract<PatternPart, { is: 'reached' }>;
/** `before`: the preceding levels of the topic. */
type IdsOf = (part: ReachPart, before: readonly string[]) => readonly string[];

function reachedIds(groups: 'all' | ReadonlySet<string>, devices: readonly SiteDevice[]): IdsOf {
  const clientsOf = new Map<string, Map<string, string[]>>();
  for (const { people, userId, clientId } of devices) {
    const users = clientsOf.get(people) ?? new Map<string, string[]>();
    clientsOf.set(people, users.set(userId, [...(users.get(userId) ?? []), clientId]));
  }
  return ({ reach }, before) => {
    if (reach === 'ownRoom') return [];
    if (groups === 'all') return ['+'];
    if (reach === 'permittedGroup' || reach === 'ownGroup') return [...groups];
    if (reach === 'permittedUser') return [...(clientsOf.get(before.at(-1) ?? '')?.keys() ?? [])];
    // `users/{permittedUser}/clients/{permittedClient}`
    return clientsOf.get(before.at(-3) ?? '')?.get(before.at(-2) ?? '') ?? [];
  };
}

function fillIn(
  [part, ...rest]: readonly PatternPart[],
  idsOf: IdsOf,
  before: readonly string[] = [],
): string[] {
  if (!part) return [before.join('/')];
  return levelsOf(part, idsOf, before).flatMap((level) => fillIn(rest, idsOf, [...before, level]));
}

function levelsOf(part: PatternPart, idsOf: IdsOf, before: readonly string[]): readonly string[] {
  if (part.is === 'word') return [...part.words];
  if (part.is === 'reached') return idsOf(part, before);
  return [part.is === 'any' ? '+' : '#'];
}
