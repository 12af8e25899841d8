/** The topics that one connection may use: TOPIC_RULES for its token, with cached directory answers. */

import { isWithin } from '#base/is-within.ts';
import { type AccessTokenClaims, selfOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { FEEDBACK_KINDS } from '#protocol/feedback.ts';
import { TOPIC_RULES, type TopicRule } from '#protocol/topic-rules.ts';
import { isOutage } from '#store/outages.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import {
  compilePattern,
  covers,
  type PatternPart,
  type Reaches,
  some,
  type Verdict,
} from './topic-pattern.ts';

/**
 * The person at a device changes with every sign-in, without a notice to the broker. The permissions may
 * already be cached for nine seconds (`store/permissions/permissions.ts`), so the total age is at most ten.
 */
const MAX_AGE_MS = 1_000;
/** Feedback kinds that show a student. All others always reach the tutor who asked the device. */
const SHOWS_A_STUDENT: ReadonlySet<string> = new Set(
  FEEDBACK_KINDS.filter((kind) => kind !== 'reply' && kind !== 'left'),
);
/** Limits the caches, because a connection may flood the broker with different topics. */
const MAX_CACHED = 5_000;

export type Access = {
  mayPublish(topic: string): Verdict;
  maySubscribe(filter: string): Verdict;
  /** Always synchronous, because forwarding cannot wait. */
  mayReceive(topic: string): boolean;
  /** The groups of a device, sorted; empty for other clients. */
  ownGroups(): readonly string[];
  /** The chat rooms that may be open on a device, sorted; empty for other clients. */
  ownRooms(): readonly string[];
  /** The groups in the rules: those that a tutor may reach, or those of a device. */
  reachedGroups(): 'all' | ReadonlySet<string>;
  /** The compiled rules that apply to the client, with its current roles. */
  rules(): AccessRules;
  /**
   * Reads the directory again; `schedule` may run the work later. False: the client may not stay connected.
   * Until it has finished, a tutor's requests, and others that would be refused, wait for it.
   */
  refresh(schedule?: (work: () => Promise<void>) => Promise<void>): Promise<boolean>;
};

type Known = {
  roles: readonly string[];
  groups: 'all' | ReadonlySet<string>;
  rooms: ReadonlySet<string>;
};
/** The patterns of topics that may be published and subscribed. */
export type AccessRules = Readonly<Record<TopicRule['may'], readonly (readonly PatternPart[])[]>>;

export async function createAccess(
  claims: AccessTokenClaims & { site: string },
  permissions: BrokerPermissions,
  now: () => EpochMs,
): Promise<Access | undefined> {
  const first = await load(claims, permissions);
  if (!first) return undefined;
  let known: Known = first;
  let rules = compileRules(claims, known.roles);
  let refreshing: Promise<boolean> | undefined;
  let queued: Promise<boolean> | undefined;
  const reachedUsers = createReachCache(now);
  const reachedClients = createReachCache(now);
  /** Keyed by topic. If a single client sends there to this tutor, that client must be checked too. */
  const received = new Map<string, boolean | { of: string }>();

  const tutor = () => ({
    tenant: claims.tenant,
    site: claims.site,
    tutorId: claims.sub,
    roles: known.roles,
  });

  const reaches: Reaches = (reach, id) => {
    if (id === '') return false;
    if (reach === 'ownRoom') return known.rooms.has(id);
    if (reach === 'permittedGroup' || reach === 'ownGroup')
      return known.groups === 'all' || known.groups.has(id);
    // `+` stands for all ids in a filter or an access list. Published topics contain no `+`.
    if (id === '+') return known.groups === 'all';
    return reach === 'permittedUser'
      ? reachedUsers.ask(id, () => permissions.mayReachUser(tutor(), id))
      : reachedClients.ask(id, () => permissions.mayReachClient(tutor(), id));
  };

  const mayReceiveFrom = createSenderCheck((clientId) => reaches('permittedClient', clientId));

  const ask = (patterns: AccessRules['publish'], topic: string): Verdict => {
    const parts = topic.split('/');
    return some(patterns.map((pattern) => covers(pattern, parts, reaches)));
  };

  async function reload(): Promise<boolean> {
    const next = await load(claims, permissions);
    if (!next) return false;
    known = next;
    rules = compileRules(claims, next.roles);
    reachedUsers.clear();
    reachedClients.clear();
    received.clear();
    return true;
  }

  /** A device's feedback need not wait for the reload; a tutor's requests must use the newest access. */
  function decide(question: () => Verdict, mustBeFresh: boolean): Verdict {
    const pending = queued ?? refreshing;
    const afterwards = () =>
      pending?.then(
        (here) => here && question(),
        (error: unknown) => {
          // In an outage the cached access applies. Clients that lost theirs are disconnected soon.
          if (isOutage(error)) return question();
          throw error;
        },
      );
    if (mustBeFresh) return afterwards() ?? question();
    const verdict = question();
    return verdict === false ? (afterwards() ?? verdict) : verdict;
  }

  return {
    mayPublish: (topic) => decide(() => ask(rules.publish, topic), claims.kind === 'tutor'),
    maySubscribe: (filter) => decide(() => ask(rules.subscribe, filter), true),
    mayReceive(topic) {
      let verdict = received.get(topic);
      if (verdict === undefined) {
        const of = claims.kind === 'tutor' ? feedbackSender(topic) : undefined;
        const may = ask(rules.subscribe, topic) === true;
        verdict = may && of !== undefined ? { of } : may;
        if (received.size >= MAX_CACHED) received.clear();
        received.set(topic, verdict);
      }
      return typeof verdict === 'boolean' ? verdict : mayReceiveFrom(verdict.of);
    },
    ownGroups: () => (claims.kind === 'device' && known.groups !== 'all' ? [...known.groups].sort() : []),
    ownRooms: () => (claims.kind === 'device' ? [...known.rooms].sort() : []),
    reachedGroups: () => known.groups,
    rules: () => rules,
    refresh(schedule = (work) => work()) {
      // A queued refresh that has not begun will include this change.
      if (queued) return queued;
      const before = refreshing;
      let here = false;
      const run = async () => {
        await before?.catch(() => {});
        await schedule(async () => {
          refreshing = mine;
          queued = undefined;
          here = await reload();
        });
        return here;
      };
      const mine: Promise<boolean> = run().finally(() => {
        if (queued === mine) queued = undefined;
        if (refreshing === mine) refreshing = undefined;
      });
      queued = mine;
      return mine;
    },
  };
}

/**
 * Caches only `true`, because an unknown client may enrol within a minute, without a notice to the broker.
 * Concurrent queries share one answer, so that a tutor's messages to one person stay in order.
 */
function createReachCache(now: () => EpochMs) {
  const cached = new Map<string, { verdict: Verdict; at: number }>();
  return {
    ask(id: string, query: () => Promise<boolean>): Verdict {
      const before = cached.get(id);
      if (before && isWithin(MAX_AGE_MS, { at: before.at, now: now() })) return before.verdict;
      if (cached.size >= MAX_CACHED) cached.clear();
      const entry: { verdict: Verdict; at: number } = {
        verdict: query().then(
          (yes) => settle(yes),
          (error: unknown) => {
            settle(false);
            throw error;
          },
        ),
        at: now(),
      };
      function settle(yes: boolean): boolean {
        if (yes) entry.verdict = true;
        else if (cached.get(id) === entry) cached.delete(id);
        return yes;
      }
      cached.set(id, entry);
      return entry.verdict;
    },
    clear: () => cached.clear(),
  };
}

/**
 * The client that sends its screen or its open windows to the single tutor who requested them. The client
 * continues for as long as requested, even after it has left the tutor's groups.
 */
function feedbackSender(topic: string): string | undefined {
  const [, , , , , channel, clientId, kind] = topic.split('/');
  return channel === 'backchannel' && SHOWS_A_STUDENT.has(kind ?? '') ? clientId : undefined;
}

/**
 * Decides which clients a tutor may receive. The earlier answer, or true, applies until `reach` has answered,
 * because forwarding cannot wait.
 */
function createSenderCheck(reach: (clientId: string) => Verdict): (clientId: string) => boolean {
  /** Clients that were out of reach at the last query. */
  const outOfReach = new Set<string>();
  function note(clientId: string, may: boolean): boolean {
    if (outOfReach.size >= MAX_CACHED) outOfReach.clear();
    if (may) outOfReach.delete(clientId);
    else outOfReach.add(clientId);
    return may;
  }
  return (clientId) => {
    const verdict = reach(clientId);
    if (!(verdict instanceof Promise)) return note(clientId, verdict);
    verdict.then(
      (may) => note(clientId, may),
      // The directory is unreachable: the earlier answer stays, and the next message queries again.
      () => undefined,
    );
    return !outOfReach.has(clientId);
  };
}

async function load(
  claims: AccessTokenClaims & { site: string },
  permissions: BrokerPermissions,
): Promise<Known | undefined> {
  const { kind, tenant, site, sub: tutorId } = claims;
  if (kind === 'runner') {
    if ((await permissions.hasRunner?.({ tenant, site, runnerId: claims.sub })) === false) return undefined;
    return { roles: [], groups: new Set(), rooms: new Set() };
  }
  if (kind === 'device') {
    const client = { tenant, site, clientId: selfOf(claims) };
    const [isThere, groups, rooms] = await Promise.all([
      permissions.hasClient?.(client),
      permissions.groupsOfClient(client),
      permissions.roomsOfClient?.(client),
    ]);
    if (isThere === false) return undefined;
    return { roles: [], groups: new Set(groups), rooms: rooms ?? new Set() };
  }
  const roles = permissions.rolesOfTutor
    ? await permissions.rolesOfTutor({ tenant, site, tutorId, roles: claims.roles })
    : claims.roles;
  if (!roles) return undefined;
  const tutor = { tenant, site, tutorId, roles };
  const [groups, rooms] = await Promise.all([
    permissions.permittedGroups(tutor),
    permissions.roomsOfTutor(tutor),
  ]);
  return { roles, groups, rooms };
}

function compileRules(claims: AccessTokenClaims & { site: string }, roles: readonly string[]): AccessRules {
  const values = {
    tenant: claims.tenant,
    site: claims.site,
    self: selfOf(claims),
    ownUser: claims.userId,
    authType: claims.authType,
    ownPeople: claims.authType && (claims.authType === 'user' ? 'users' : 'sessions'),
    runner: `runner-${claims.sub}`,
  };
  const compile = (may: TopicRule['may']) =>
    TOPIC_RULES.filter(
      (rule) => rule.who === claims.kind && rule.may === may && (!rule.role || roles.includes(rule.role)),
    ).flatMap((rule) => {
      const pattern = compilePattern(rule.pattern, values);
      return pattern ? [pattern] : [];
    });
  return { publish: compile('publish'), subscribe: compile('subscribe') };
}
