/**
 * Stores the actions of tutors to devices. Each forwarded action is one row, however many devices received
 * it. Delivery does not wait for the store, and rows are queued while the store fails.
 */

import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createBatchedWrites } from '#base/batched-writes.ts';
import { createRateLimit } from '#base/rate-limit.ts';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { actionSchema } from '#protocol/action.ts';
import { ACTION_PARAMETERS, type ActionName, isActionName } from '#protocol/action-parameters.ts';
import { rememberedMs } from '#protocol/action-rules.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { stopScreenSharesSchema } from '#protocol/stop-screen-shares.ts';
import type { Target } from '#protocol/topics.ts';
import type { TutorAction } from '#store/logs/tutor-action.ts';
import type { CountDrop, InboxMessage, InboxReader } from './inbox/platform-inbox.ts';
import { readPayload } from './read-payload.ts';

/** Rejects if the actions could not be stored; they are sent again later. */
export type StoreTutorActions = (actions: readonly TutorAction[]) => Promise<void>;

export type TutorActionsDeps = {
  store: StoreTutorActions;
  drop: CountDrop;
  failed(error: unknown): void;
  now(): EpochMs;
};
export type TutorActions = {
  /** The reader of `tutors`. */
  read: InboxReader;
  /** Stores all queued rows. */
  close(): Promise<void>;
};

/** Maximum number of queued rows while the store fails. */
const MAX_WAITING = 5_000;
/** Faster than people click; more comes from a program. */
const MAX_PER_MINUTE = 300;
/** Maximum number of targets in a row of merged actions. */
const MAX_MERGED_TARGETS = 1_000;
/** Number of recent actions, which detect the consoles' retries of unconfirmed ones. */
const MAX_SEEN = 5_000;
/** Broadcasts are announced every ten seconds, so one that was silent for longer begins again. */
const BROADCAST_SILENCE_MS = 60_000;
/** Sent by consoles automatically, and not by tutors. */
const SENT_BY_CONSOLES: ReadonlySet<string> = new Set<ActionName>([
  'ping',
  'dnslookup',
  'patchDemand',
  'setThumbnailDisplay',
]);

export function createTutorActions({ store, drop, failed, now }: TutorActionsDeps): TutorActions {
  const rate = createRateLimit({ perMinute: MAX_PER_MINUTE, now });
  /** Rows being collected, by tutor and action id. */
  let collected = new Map<string, TutorAction>();
  /** Rows that the store has not accepted. */
  let waiting: TutorAction[] = [];
  /** Until when a message counts as a repetition. */
  const seen = new Map<string, EpochMs>();
  const writes = createBatchedWrites(storeAll, failed);

  const isKnown = (message: string) => (seen.get(message) ?? 0) > now();

  function record(message: string, forMs: number): void {
    seen.delete(message);
    seen.set(message, now() + forMs);
    for (const oldest of seen.keys()) {
      if (seen.size <= MAX_SEEN) break;
      seen.delete(oldest);
    }
  }

  /** A broadcast is announced every ten seconds, for devices that connect late. Only the first is stored. */
  function isRepeatedBroadcast({ action, parameters }: ReadAction, to: string): boolean {
    if (action !== 'broadcast') return false;
    const { id = '', initial } = (parameters.session ?? {}) as { id?: string; initial?: boolean };
    const key = `broadcast ${to} ${id}`;
    const isRepeated = isKnown(key) && initial !== true;
    record(key, BROADCAST_SILENCE_MS);
    return isRepeated;
  }

  async function storeAll(): Promise<void> {
    const actions = [...waiting, ...collected.values()];
    waiting = [];
    collected = new Map();
    if (actions.length === 0) return;
    await store(actions).catch((error: unknown) => {
      for (let left = actions.length - MAX_WAITING; left > 0; left -= 1) drop('tutor-action:store');
      waiting = [...actions.slice(-MAX_WAITING), ...waiting];
      throw error;
    });
  }

  function read({ scope, rest, payload }: InboxMessage): void {
    const addressed = addressOf(rest);
    if (!addressed) return;
    const isStop = addressed.place === 'requeststopscreenshares';
    const message = isStop ? readStop(payload) : readAction(payload);
    if (typeof message === 'string') {
      drop(`tutor-action:${message}`);
      return;
    }
    if (SENT_BY_CONSOLES.has(message.action)) return;
    const { tutorId, target } = addressed;
    const sender = `${scope.tenant}/${scope.site}/${tutorId}`;
    if (isRepeatedBroadcast(message, `${sender} ${rest.join('/')}`)) return;
    // A sender may use an id for several actions, so the id alone does not identify one.
    const key = `${sender}/${message.id}/${message.digest}`;
    const received = `${key} ${rest.join('/')}`;
    if (message.id !== '' && isKnown(received)) return;
    record(received, message.rememberedMs);
    const before = message.id === '' ? undefined : collected.get(key);
    if (before) {
      if (target) before.targets.push(target);
      return;
    }
    const { id: actionId, action, parameters } = message;
    const targets = target ? [target] : [];
    const { place } = addressed;
    const taken = { ...scope, tutorId, actionId, action, parameters, targets, place, at: now() };
    if (rate.take(`${scope.tenant}/${tutorId}`)) collected.set(key, taken);
    else merge(taken);
    writes.schedule();
  }

  /** Merges actions beyond the rate limit into one row per kind, so that a flood hides nothing. */
  function merge(taken: TutorAction): void {
    drop('tutor-action:too-many');
    const { tenant, site, tutorId, action } = taken;
    const key = `${tenant}/${site}/${tutorId} united ${isActionName(action) ? action : ''}`;
    const before = collected.get(key);
    const targets = [...(before?.targets ?? []), ...taken.targets].slice(0, MAX_MERGED_TARGETS);
    const united = Number(before?.parameters.united ?? 0) + 1;
    collected.set(key, {
      ...(before ?? taken),
      targets,
      parameters: { ...(before ?? taken).parameters, united },
    });
  }

  return { read, close: writes.close };
}

/** `rest`: the levels after `tutors`. Undefined: the message is not an action. */
export function addressOf(
  rest: readonly string[],
): { tutorId: string; target: Target | undefined; place?: TutorAction['place'] } | undefined {
  const [tutorId = '', , kind, id = '', ...more] = rest;
  const leaf = rest.at(-1);
  if (kind === 'requeststopscreenshares') return { tutorId, target: undefined, place: kind };
  if (leaf !== 'actions' && leaf !== 'wol') return undefined;
  if (kind === 'siterunners') return { tutorId, target: undefined, place: kind };
  if (kind === 'groups') return { tutorId, target: { to: 'group', groupId: id } };
  const authType = AUTH_TYPES.find((type) => `${type}s` === kind);
  if (authType === undefined) return undefined;
  const clientId = more[0] === 'clients' ? more[1] : undefined;
  return {
    tutorId,
    target:
      clientId === undefined
        ? { to: 'user', authType, userId: id }
        : { to: 'client', authType, userId: id, clientId },
  };
}

type ReadAction = {
  id: string;
  action: string;
  /** Shortened for the log. */
  parameters: Record<string, unknown>;
  /** Hash of the action and its parameters as sent. */
  digest: string;
  /** As long as devices detect a repetition. */
  rememberedMs: number;
};

/** A request to stop screen shares has no id, so each is a row of its own. */
function readStop(payload: Uint8Array): ReadAction {
  const read = readPayload(stopScreenSharesSchema, payload);
  const parameters = read.ok ? (shortened(read.value) as Record<string, unknown>) : {};
  return { id: randomUUID(), action: 'requeststopscreenshares', parameters, digest: '', rememberedMs: 0 };
}

/** Returns a reason if devices cannot read the action, either. */
function readAction(payload: Uint8Array): ReadAction | 'json' | 'schema' {
  const read = readPayload(v.looseObject({}), payload);
  // Text that cannot be stored must not bypass the log: the action is stored without its parameters.
  const isUnstorable = !read.ok && read.reason === 'text';
  if (!read.ok && !isUnstorable) return read.reason === 'json' ? 'json' : 'schema';
  const parsed = v.safeParse(
    actionSchema,
    read.ok ? read.value : JSON.parse(Buffer.from(payload).toString()),
  );
  if (!parsed.success) return 'schema';
  const { id, action, parameters } = parsed.output;
  const storedParameters = isUnstorable ? {} : parametersOf(action, parameters);
  return {
    id: storable(id),
    action: storable(action),
    parameters: storedParameters,
    digest: createHash('sha256')
      .update(JSON.stringify([action, parameters]))
      .digest('base64url'),
    rememberedMs: rememberedMs(parsed.output),
  };
}

/** Replaces characters that the database cannot store. */
const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

const MAX_TEXT_LENGTH = 1_000;
const MAX_LIST_LENGTH = 100;
/** Parameters that grant access to anyone who knows them. */
const NEVER_STORED: ReadonlySet<string> = new Set(['password', 'peerId']);

function parametersOf(action: string, parameters: Record<string, unknown>): Record<string, unknown> {
  // The parameters of an unknown action may contain secrets.
  if (!isActionName(action)) return {};
  const read = v.safeParse<v.GenericSchema>(ACTION_PARAMETERS[action], parameters);
  return read.success ? (shortened(read.output) as Record<string, unknown>) : {};
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  if (Array.isArray(value)) return value.slice(0, MAX_LIST_LENGTH).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !NEVER_STORED.has(name));
  return Object.fromEntries(entries.map(([name, each]) => [name, shortened(each)]));
}
