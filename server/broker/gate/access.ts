/** What one connection may touch: TOPIC_RULES for its token, with the directory's answers kept until a change. */
import { type AccessTokenClaims, selfOf } from '#protocol/auth/access-token.ts';
import { FEEDBACK_KINDS } from '#protocol/feedback.ts';
import { TOPIC_RULES, type TopicRule } from '#protocol/topic-rules.ts';
import { isWithin } from '../../is-within.ts';
import { isOutage } from '../../store/outages.ts';
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
 * Who sits where changes with every sign-in on a device, of which no change tells. The permissions may have kept for nine
 * seconds already what is remembered here (`store/permissions/permissions.ts`): it is never older than ten.
 */
const REACH_MAX_AGE_MS = 1_000;
/** Answers, and that a device has left, are told to whoever asked it before. */
const SHOWS_A_STUDENT: ReadonlySet<string> = new Set(
  FEEDBACK_KINDS.filter((kind) => kind !== 'reply' && kind !== 'left'),
);
/** A connection that floods us with different topics must not fill the memory. */
const MAX_REMEMBERED = 5_000;

export type Access = {
  mayPublish(topic: string): Verdict;
  maySubscribe(filter: string): Verdict;
  /** Never waits: forwarding cannot. */
  mayReceive(topic: string): boolean;
  /** The groups that a device is in, sorted; empty for the others. */
  ownGroups(): readonly string[];
  /** The chat rooms that may be open on a device, sorted; empty for the others. */
  ownRooms(): readonly string[];
  /** The groups that the rules name: those of a tutor or those of a device. */
  reachedGroups(): 'all' | ReadonlySet<string>;
  /** The rules that are for the holder, compiled, with the roles of now. */
  rules(): AccessRules;
  /**
   * Asks the directory again; `work` may be given to run it later. False: the holder may not be here any more.
   * Until it is through, whatever would be refused or is a tutor's waits for it.
   */
  refresh(schedule?: (work: () => Promise<void>) => Promise<void>): Promise<boolean>;
};

type Known = {
  roles: readonly string[];
  groups: 'all' | ReadonlySet<string>;
  rooms: ReadonlySet<string>;
};
/** The patterns of what may be published and subscribed. */
export type AccessRules = Readonly<Record<TopicRule['may'], readonly (readonly PatternPart[])[]>>;

export async function createAccess(
  claims: AccessTokenClaims & { site: string },
  permissions: BrokerPermissions,
  now: () => number,
): Promise<Access | undefined> {
  const first = await load(claims, permissions);
  if (!first) return undefined;
  let known: Known = first;
  let rules = compileRules(claims, known.roles);
  let refreshing: Promise<boolean> | undefined;
  let queued: Promise<boolean> | undefined;
  const reachedUsers = createRemembered(now);
  const reachedClients = createRemembered(now);
  /** By topic; of what a single client sends to this tutor: the client. */
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
    // Every person and every client, as in a list of rules: no topic that is published holds a `+`.
    if (id === '+') return known.groups === 'all';
    return reach === 'permittedUser'
      ? reachedUsers.ask(id, () => permissions.mayReachUser(tutor(), id))
      : reachedClients.ask(id, () => permissions.mayReachClient(tutor(), id));
  };

  const mayHear = createHearing((clientId) => reaches('permittedClient', clientId));

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

  /** A device's feedback need not wait while its groups are read again; a tutor's reach must be today's. */
  function decide(question: () => Verdict, mustBeFresh: boolean): Verdict {
    const pending = queued ?? refreshing;
    const afterwards = () =>
      pending?.then(
        (here) => here && question(),
        (error: unknown) => {
          // While the database is away, what is known holds on. Whom a change has concerned is disconnected soon.
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
        if (received.size >= MAX_REMEMBERED) received.clear();
        received.set(topic, verdict);
      }
      return typeof verdict === 'boolean' ? verdict : mayHear(verdict.of);
    },
    ownGroups: () => (claims.kind === 'device' && known.groups !== 'all' ? [...known.groups].sort() : []),
    ownRooms: () => (claims.kind === 'device' ? [...known.rooms].sort() : []),
    reachedGroups: () => known.groups,
    rules: () => rules,
    refresh(schedule = (work) => work()) {
      // One that has not begun yet will see this change as well.
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
 * Keeps only a yes: a client that is unknown today may enrol in a minute, without a notice to the broker. Those who
 * ask meanwhile share one answer, so that a tutor's messages to one person stay in order.
 */
function createRemembered(now: () => number) {
  const remembered = new Map<string, { verdict: Verdict; at: number }>();
  return {
    ask(id: string, query: () => Promise<boolean>): Verdict {
      const before = remembered.get(id);
      if (before && isWithin(REACH_MAX_AGE_MS, { at: before.at, now: now() })) return before.verdict;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      const asking: { verdict: Verdict; at: number } = {
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
        if (yes) asking.verdict = true;
        else if (remembered.get(id) === asking) remembered.delete(id);
        return yes;
      }
      remembered.set(id, asking);
      return asking.verdict;
    },
    clear: () => remembered.clear(),
  };
}

/**
 * The client whose screen, or what is open there, goes to a single tutor who has asked for it. The client goes on sending
 * for as long as it was asked to, also when it is not in a group of the tutor any more.
 */
function feedbackSender(topic: string): string | undefined {
  const [, , , , , channel, clientId, kind] = topic.split('/');
  return channel === 'backchannel' && SHOWS_A_STUDENT.has(kind ?? '') ? clientId : undefined;
}

/**
 * Answers whom a tutor may hear. Forwarding cannot wait: what was known before, or a yes, holds until `reach` has answered.
 */
function createHearing(reach: (clientId: string) => Verdict): (clientId: string) => boolean {
  /** Those that could not be reached when that was asked last. */
  const outOfReach = new Set<string>();
  function note(clientId: string, may: boolean): boolean {
    if (outOfReach.size >= MAX_REMEMBERED) outOfReach.clear();
    if (may) outOfReach.delete(clientId);
    else outOfReach.add(clientId);
    return may;
  }
  return (clientId) => {
    const verdict = reach(clientId);
    if (!(verdict instanceof Promise)) return note(clientId, verdict);
    verdict.then(
      (may) => note(clientId, may),
      // The directory is away: it is asked again, and until then all stays as it was.
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
