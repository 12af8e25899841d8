/** Builds every topic of the broker. `Scope` is `S`, one site of one tenant. Ids contain no `/ + #`. */
import type { AuthType } from '#domain/devices/device-type.ts';
import type { RoomTopicType } from './room.ts';

export type Scope = { tenant: string; site: string };
const base = (s: Scope) => `${s.tenant}/${s.site}`;
const people = (authType: AuthType) => (authType === 'user' ? 'users' : 'sessions');

export const tutorBase = (s: Scope, tutorId: string) => `${base(s)}/tutors/${tutorId}/v1`;
export const backchannel = (s: Scope, tutorId: string) => `${tutorBase(s, tutorId)}/backchannel`;
export const backchannelFilter = (s: Scope, tutorId: string) => `${backchannel(s, tutorId)}/#`;

/** Recipient of a tutor's message: a group, a person, or one client of a person. */
export type Target =
  | { to: 'group'; groupId: string }
  | { to: 'user'; authType: AuthType; userId: string }
  | { to: 'client'; authType: AuthType; userId: string; clientId: string };

export function targetTopic(s: Scope, tutorId: string, target: Target, leaf: 'actions' | 'demands'): string {
  const t = tutorBase(s, tutorId);
  if (target.to === 'group') return `${t}/groups/${target.groupId}/${leaf}`;
  const person = `${t}/${people(target.authType)}/${target.userId}`;
  return target.to === 'user' ? `${person}/${leaf}` : `${person}/clients/${target.clientId}/${leaf}`;
}

export const groupFeedback = (s: Scope, groupId: string) => `${base(s)}/groups/${groupId}/feedback`;
export const groupFeedbackFilter = (s: Scope, groupId: string) => `${groupFeedback(s, groupId)}/#`;
/** Only the greetings, which are a fraction of the feedback of a group. */
export const groupHelloFilter = (s: Scope, groupId: string) => `${groupFeedback(s, groupId)}/+/hello`;
export const clientGroups = (s: Scope, clientId: string) => `${base(s)}/clients/${clientId}/groups`;
export const clientPolicies = (s: Scope, clientId: string) => `${base(s)}/clients/${clientId}/policies`;
/** Topics on which the platform retains the orders of one device and of one group (`class-orders.ts`). */
export const clientOrders = (s: Scope, clientId: string) => `${base(s)}/clients/${clientId}/orders`;
export const groupOrders = (s: Scope, groupId: string) => `${base(s)}/groups/${groupId}/orders`;
export const clientFilter = (s: Scope, clientId: string) => `${base(s)}/clients/${clientId}/#`;
export const presence = (s: Scope, c: { authType: AuthType; userId: string; clientId: string }) =>
  `${base(s)}/presence/${c.authType}/${c.userId}/${c.clientId}`;
export const presenceFilter = (s: Scope) => `${base(s)}/presence/#`;
export const lastWill = (s: Scope, c: { authType: AuthType; userId: string; clientId: string }) =>
  `${base(s)}/lastwill/${c.authType}/${c.userId}/${c.clientId}`;
export const tutorLastWill = (s: Scope, tutorId: string) => `${base(s)}/lastwill/tutors/${tutorId}`;
export const lastWillFilter = (s: Scope) => `${base(s)}/lastwill/#`;
export const notifications = (s: Scope) => `${base(s)}/notifications/v1`;
export const deviceEvents = (s: Scope, clientId: string) => `${base(s)}/events/${clientId}`;

/** Subscriptions of a device, for its groups and for itself. */
export const deviceFilters = {
  group: (s: Scope, groupId: string) => `${base(s)}/tutors/+/v1/groups/${groupId}/#`,
  person: (s: Scope, c: { authType: AuthType; userId: string }, leaf: 'actions' | 'demands') =>
    `${base(s)}/tutors/+/v1/${people(c.authType)}/${c.userId}/${leaf}`,
  client: (
    s: Scope,
    c: { authType: AuthType; userId: string; clientId: string },
    leaf: 'actions' | 'demands',
  ) => `${base(s)}/tutors/+/v1/${people(c.authType)}/${c.userId}/clients/${c.clientId}/${leaf}`,
  stopScreenShares: (s: Scope) => `${base(s)}/tutors/+/v1/requeststopscreenshares`,
  tutorLastWills: (s: Scope) => `${base(s)}/lastwill/tutors/+`,
};

/** The tutor who sent an action or demand, read from its topic. */
export function tutorOfTopic(topic: string): string | undefined {
  const parts = topic.split('/');
  return parts[2] === 'tutors' ? parts[3] : undefined;
}

/** The client and kind at the end of a feedback, backchannel or reply topic: `…/{clientId}/{kind}`. */
export function feedbackAddress(topic: string): { clientId: string; kind: string } | undefined {
  const parts = topic.split('/');
  const at = parts.findIndex((part, i) => i > 1 && (part === 'feedback' || part === 'backchannel'));
  const clientId = parts[at + 1];
  const kind = parts[at + 2];
  return at > 0 && clientId && kind && parts.length === at + 3 ? { clientId, kind } : undefined;
}

export const roomTopic = (s: Scope, roomId: string, type: RoomTopicType) =>
  `${base(s)}/live-rooms/${roomId}/${type}`;
export const roomFilter = (s: Scope, roomId: string) => `${base(s)}/live-rooms/${roomId}/#`;

/** Topic of the site's runners, which answer on the tutor's backchannel as `runner-{id}`. */
export const runnerTopic = (s: Scope, tutorId: string, leaf: 'wol' | 'actions') =>
  `${tutorBase(s, tutorId)}/siterunners/${leaf}`;
export const runnerFilters = (s: Scope) => [
  `${base(s)}/tutors/+/v1/siterunners/wol`,
  `${base(s)}/tutors/+/v1/siterunners/actions`,
];
export const runnerClientId = (runnerId: string) => `runner-${runnerId}`;

export const stopScreenShares = (s: Scope, tutorId: string) =>
  `${tutorBase(s, tutorId)}/requeststopscreenshares`;
/** Notifies a tutor of another's request: kind `stop-screen-shares`, with `platform` in place of a client. */
export const stopScreenSharesNotice = (s: Scope, tutorId: string) =>
  `${backchannel(s, tutorId)}/platform/stop-screen-shares`;

/** The target of an action as one text, for logs. */
export function combinedTarget(target: Target): string {
  if (target.to === 'group') return `group/${target.groupId}`;
  const person = `${target.authType}/${target.userId}`;
  return target.to === 'user' ? person : `${person}/${target.clientId}`;
}
