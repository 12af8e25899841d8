/**
 * Validates action requests from tabs, and plans their messages: the addresses, the clients that should
 * answer, and the clients whose answers count.
 */
import * as v from 'valibot';
import type { AuthType } from '#domain/devices/device-type.ts';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { ACTION_PARAMETERS, type ActionName, isActionName } from '#protocol/action-parameters.ts';
import { ONE_CLIENT_AT_A_TIME, RUNNER_ACTIONS, SINGLE_CLIENT_ACTIONS } from '#protocol/action-rules.ts';
import type { ActionRequest, Audience } from '#protocol/threads/live-action.ts';
import type { DeviceAddress, LiveSession } from '#protocol/threads/live-worker.ts';
import { combinedTarget, runnerClientId, runnerTopic, type Target, targetTopic } from '#protocol/topics.ts';

/** Present clients as far as the worker knows; after a lost connection, also those present before it. */
export type Present = {
  ofGroup(groupId: string): readonly string[];
  ofPerson(person: { userId: string; authType: AuthType }): readonly string[];
};

/** One message of an action. */
export type Address = {
  topic: string;
  /** `combinedTarget`, for logs. */
  target: string;
  /** The recipient, if the message is for a single client. */
  clientId?: string;
  /** Clients that should answer it, as of the call. */
  expects(): readonly string[];
};

export type Plan = {
  addresses: readonly Address[];
  /** Clients that cannot be addressed, because their sign-in type is unknown. */
  incomplete: readonly string[];
  /** Whether an answer of this client counts. */
  accepts(clientId: string): boolean;
  /** Whether one answer ends the action, because the number of a site's runners is unknown. */
  anyAnswerEnds: boolean;
};

export type ActionPlanDeps = { at: LiveSession; present: Present };

export type CheckedAction = { request: ActionRequest; plan: Plan };

/** Undefined if the request is `invalid`: an unknown action, not allowed, or without audience. */
export function checkAction(request: ActionRequest, deps: ActionPlanDeps): CheckedAction | undefined {
  if (!/^[\x21-\x7e]{1,128}$/.test(request.id)) return undefined;
  if (!Number.isFinite(request.askedAt) || !isActionName(request.action)) return undefined;
  const schema: v.GenericSchema<unknown, object> = ACTION_PARAMETERS[request.action satisfies ActionName];
  const parsed = v.safeParse(schema, request.parameters);
  const plan = planAction(request, deps);
  if (!parsed.success || !plan) return undefined;
  return { request: { ...request, parameters: { ...parsed.output } }, plan };
}

function planAction({ action, audience }: ActionRequest, deps: ActionPlanDeps): Plan | undefined {
  const toRunners = 'runners' in audience;
  if (toRunners && !RUNNER_ACTIONS.has(action)) return undefined;
  // Runners handle both kinds; a ping is the only runner action that devices answer as well.
  if (!toRunners && RUNNER_ACTIONS.has(action) && action !== 'ping') return undefined;
  if (SINGLE_CLIENT_ACTIONS.has(action) && !('clients' in audience)) return undefined;
  if (ONE_CLIENT_AT_A_TIME.has(action) && !isOneClient(audience)) return undefined;
  if (toRunners) return runners(action, deps);
  if ('groupId' in audience) return isId(audience.groupId) ? group(audience.groupId, deps) : undefined;
  if ('people' in audience) return people(audience.people, deps);
  return clients(audience.clients, deps);
}

/** The address of a single client of an action's audience. */
export const addressClient = (at: LiveSession, client: DeviceAddress): Address => ({
  ...addressOf(at, { to: 'client', ...client }),
  clientId: client.clientId,
  expects: () => [client.clientId],
});

const RUNNER = runnerClientId('');
const isDevice = (clientId: string) => !clientId.startsWith(RUNNER);
const isOneClient = (audience: Audience) => 'clients' in audience && audience.clients.length === 1;

/** Ids are parts of topics, so an id with a `/` would address another recipient. */
const isId = (id: unknown): id is string => typeof id === 'string' && /^[^/+#\0]{1,128}$/.test(id);
const isAuthType = (authType: unknown): authType is AuthType => AUTH_TYPES.includes(authType as AuthType);

function runners(action: string, { at }: ActionPlanDeps): Plan {
  const leaf = action === 'wol' ? 'wol' : 'actions';
  const topic = runnerTopic(at, at.tutorId, leaf);
  return {
    addresses: [{ topic, target: 'siterunners', expects: () => [] }],
    incomplete: [],
    accepts: (clientId) => !isDevice(clientId),
    // Each runner is in its own network, and this console may reach only some, so all must answer.
    anyAnswerEnds: action !== 'dnslookup',
  };
}

function group(groupId: string, { at, present }: ActionPlanDeps): Plan {
  const expects = () => present.ofGroup(groupId);
  return {
    addresses: [{ ...addressOf(at, { to: 'group', groupId }), expects }],
    incomplete: [],
    accepts: isDevice,
    anyAnswerEnds: false,
  };
}

function people(
  asked: Extract<Audience, { people: unknown }>['people'],
  { at, present }: ActionPlanDeps,
): Plan | undefined {
  const addresses = new Map<string, Address>();
  for (const { userId, authType } of asked) {
    if (!isId(userId) || !isAuthType(authType)) return undefined;
    const address = addressOf(at, { to: 'user', userId, authType });
    addresses.set(address.topic, { ...address, expects: () => present.ofPerson({ userId, authType }) });
  }
  if (addresses.size === 0) return undefined;
  return { addresses: [...addresses.values()], incomplete: [], accepts: isDevice, anyAnswerEnds: false };
}

function clients(
  asked: Extract<Audience, { clients: unknown }>['clients'],
  { at }: ActionPlanDeps,
): Plan | undefined {
  const addresses = new Map<string, Address>();
  const incomplete = new Set<string>();
  for (const { clientId, userId, authType } of asked) {
    if (!isId(clientId) || !isId(userId)) return undefined;
    if (isAuthType(authType)) {
      addresses.set(clientId, addressClient(at, { clientId, userId, authType }));
    } else incomplete.add(clientId);
  }
  if (addresses.size === 0 && incomplete.size === 0) return undefined;
  return {
    addresses: [...addresses.values()],
    incomplete: [...incomplete].filter((clientId) => !addresses.has(clientId)),
    accepts: (clientId) => addresses.has(clientId),
    anyAnswerEnds: false,
  };
}

const addressOf = (at: LiveSession, target: Target) => ({
  topic: targetTopic(at, at.tutorId, target, 'actions'),
  target: combinedTarget(target),
});
