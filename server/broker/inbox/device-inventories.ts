/**
 * Stores the answers of devices to `updateDeviceInventory`, which go to the tutor's backchannel. An answer is
 * stored only if that tutor sent the device a request shortly before, and once per request.
 */

import type { KeyedWork } from '#base/keyed-work.ts';
import { actionSchema, replySchema } from '#protocol/action.ts';
import { actionTtlSeconds, COLLECTION_MS } from '#protocol/action-rules.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { parsePartly } from '#protocol/partial-parse.ts';
import { type InventoryAnswer, inventoryAnswerSchema } from '#protocol/rest/device-inventory.ts';
import type { Scope, Target } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import { messageKey } from '../orders/seen-messages.ts';
import { readPayload } from '../read-payload.ts';
import { addressOf } from '../tutor-actions.ts';
import type { CountDrop, InboxMessage, InboxReader } from './platform-inbox.ts';
import { createWaitingText } from './waiting-text.ts';

/** The topic names the sender, because only that client may publish there. */
export type SentInventory = Scope & { clientId: string; answer: InventoryAnswer };
/** False: the client has no device at the site, or the site stores no inventories. */
export type StoreDeviceInventory = (sent: SentInventory) => Promise<boolean>;

export type DeviceInventoriesDeps = {
  store: StoreDeviceInventory;
  work: KeyedWork;
  drop: CountDrop;
  now(): EpochMs;
};

const ACTION = 'updateDeviceInventory';
/** The second name is older and has the same meaning. */
const NAMES: ReadonlySet<string> = new Set([ACTION, 'updateInvent']);
/** A device may receive the request at the end of its TTL, and then needs time to collect. */
const REPLY_TIMEOUT_MS = actionTtlSeconds(ACTION) * 1_000 + (COLLECTION_MS[ACTION] ?? 0);
/** People do not make more requests than this. */
const MAX_QUESTIONS = 1_000;
/** Limits the requests of one tutor, so that they do not displace those of others. */
const MAX_QUESTIONS_OF_TUTOR = 20;
/** Characters of queued answers. A site's share is enough for 4,000 usual answers or 256 of the largest. */
const MAX_WAITING = { ofSite: 64 * 1024 * 1024, ofAll: 128 * 1024 * 1024 };

type Question = {
  tutor: string;
  until: number;
  /** Names of the requested targets, as made by `nameOf`. */
  asked: Set<string>;
  answered: Set<string>;
};

/** The reader of `tutors`: tutors' actions, and replies on their backchannels. */
export function createDeviceInventories({ store, work, drop, now }: DeviceInventoriesDeps): InboxReader {
  /** Keyed by tutor and action id, oldest first. */
  const questions = new Map<string, Question>();
  const waiting = createWaitingText(MAX_WAITING);

  function forgetOld(): void {
    const at = now();
    for (const [key, { until }] of questions)
      if (until <= at || questions.size > MAX_QUESTIONS) questions.delete(key);
  }

  function noteQuestion({ scope, rest, payload }: InboxMessage): void {
    const addressed = addressOf(rest);
    // Most actions do not request an inventory, so only those that may name it are parsed.
    if (addressed?.target === undefined || !mayName(payload)) return;
    const read = readPayload(actionSchema, payload);
    if (!read.ok || !NAMES.has(read.value.action)) return;
    const key = messageKey(scope, addressed.tutorId, read.value.id);
    const tutor = JSON.stringify([scope.tenant, scope.site, addressed.tutorId]);
    const question = questions.get(key) ?? beginQuestion(key, tutor);
    question.asked.add(nameOf(addressed.target));
  }

  function forgetOldestOf(tutor: string): void {
    const own = [...questions].filter(([, question]) => question.tutor === tutor);
    for (const [key] of own.slice(0, Math.max(0, own.length - MAX_QUESTIONS_OF_TUTOR))) questions.delete(key);
  }

  function beginQuestion(key: string, tutor: string): Question {
    const until = now() + REPLY_TIMEOUT_MS;
    const question = { tutor, until, asked: new Set<string>(), answered: new Set<string>() };
    questions.set(key, question);
    forgetOldestOf(tutor);
    forgetOld();
    return question;
  }

  function readAnswer({ scope, rest, payload, from }: InboxMessage): void {
    const [tutorId = '', , , clientId = ''] = rest;
    if (questions.size === 0 || from.claims.kind !== 'device' || !mayName(payload)) return;
    const read = readPayload(replySchema, payload);
    if (!read.ok) {
      drop(`inventory:${read.reason}`);
      return;
    }
    const { id, action, ok } = read.value;
    if (!NAMES.has(action) || !ok) return;
    const question = questions.get(messageKey(scope, tutorId, id));
    const isAsked =
      question && question.until > now() && namesOf(from, clientId).some((name) => question.asked.has(name));
    if (!isAsked || question.answered.has(clientId)) {
      drop('inventory:unasked');
      return;
    }
    const answer = parsePartly(inventoryAnswerSchema, read.value);
    if (answer === undefined) {
      drop('inventory:schema');
      return;
    }
    const site = `${scope.tenant}/${scope.site}`;
    // Queued as text, because the object would take several times the memory.
    const text = JSON.stringify(answer.output);
    const noLongerWaits = waiting.add(site, text.length);
    if (noLongerWaits === undefined) {
      drop('inventory:too-many');
      return;
    }
    question.answered.add(clientId);
    // Replies of a site are stored one at a time, because a whole school may answer at once.
    work.enqueue(`inventory ${site}`, () =>
      save({ ...scope, clientId, answer: JSON.parse(text) as InventoryAnswer }).finally(noLongerWaits),
    );
  }

  async function save(sent: SentInventory): Promise<void> {
    const isStored = await store(sent).catch((error: unknown) => {
      drop('inventory:store');
      throw error;
    });
    if (!isStored) drop('inventory:unknown');
  }

  return (message) => {
    const { rest } = message;
    if (rest[2] === 'backchannel') {
      if (rest.length === 5 && rest[4] === 'reply') readAnswer(message);
    } else noteQuestion(message);
  };
}

/** Whether the payload can contain an action or reply of this name. */
const mayName = (payload: Buffer) =>
  payload.includes('updateDeviceInventory') || payload.includes('updateInvent');

function nameOf(target: Target): string {
  if (target.to === 'group') return `group ${target.groupId}`;
  return target.to === 'user' ? `user ${target.authType} ${target.userId}` : `client ${target.clientId}`;
}

/** All targets by which a message can have reached this device. */
function namesOf({ claims, access }: Connection, clientId: string): string[] {
  return [
    `client ${clientId}`,
    `user ${claims.authType} ${claims.userId}`,
    ...access.ownGroups().map((groupId) => `group ${groupId}`),
  ];
}
