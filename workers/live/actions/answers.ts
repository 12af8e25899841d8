/** The answers to one action, and the clients still awaited. Every step is O(1). */
import type { Reply } from '#protocol/action.ts';
import { REPEATING_REPLIES } from '#protocol/action-rules.ts';
import type { ActionPicture, Answer } from '#protocol/threads/live-action.ts';
import { isSame } from '../same-value.ts';

/** The maximum number of displays in a reply. */
const MAX_PICTURES = 16;
/** Larger than any group; limits the memory that forged clients could use. */
const MAX_CLIENTS = 5_000;

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(action: string) {
  const answers = new Map<string, Answer>();
  const open = new Set<string>();
  const changed = new Set<string>();
  const firstReplies = new Map<string, Reply>();
  const repeats = REPEATING_REPLIES.has(action);
  const hasPictures = action === 'snapshot';

  function put(answer: Answer) {
    answers.set(answer.clientId, answer);
    changed.add(answer.clientId);
    if (isOpen(answer)) open.add(answer.clientId);
    else open.delete(answer.clientId);
  }

  function isOpen({ state, reply, pictures = [] }: Answer): boolean {
    if (state === 'waiting') return true;
    if (!hasPictures || state !== 'confirmed') return false;
    const shown = new Set(pictures.map(({ display }) => display));
    return reply?.displays ? reply.displays.some((display) => !shown.has(display)) : shown.size === 0;
  }

  const known = (clientId: string) => answers.get(clientId);
  const isFull = (clientId: string) => answers.size >= MAX_CLIENTS && !known(clientId);

  return {
    expect(clientIds: readonly string[]) {
      for (const clientId of clientIds) if (!known(clientId)) put({ clientId, state: 'waiting' });
    },
    /** Returns whether the reply is new. */
    reply(clientId: string, rawReply: Reply): boolean {
      const reply = withoutInventory(rawReply);
      const before = known(clientId);
      if (isFull(clientId) || isSame(before?.reply, reply)) return false;
      if (repeats) {
        const first = firstReplies.get(clientId);
        // A device repeats its first answer to a repeated message, whatever its student has done since.
        if (first && isSame(first, reply)) return false;
        if (!first) firstReplies.set(clientId, reply);
      }
      put({ ...before, clientId, state: stateOf(reply), reply });
      return true;
    },
    picture(clientId: string, picture: ActionPicture): boolean {
      const before = known(clientId);
      if (!hasPictures || isFull(clientId)) return false;
      const others = (before?.pictures ?? []).filter(({ display }) => display !== picture.display);
      if (others.length >= MAX_PICTURES) return false;
      // A client that counted as silent has answered after all.
      const state = before?.state === 'silent' ? 'confirmed' : (before?.state ?? 'waiting');
      put({ ...before, clientId, state, pictures: [...others, picture] });
      return true;
    },
    /** The action never reached these clients. */
    fail(clientIds: readonly string[], state: 'refused' | 'expired' | 'invalid' | 'superseded') {
      for (const clientId of clientIds) {
        const before = known(clientId);
        if (!before || before.state === 'waiting') put({ ...before, clientId, state });
      }
    },
    /** Stops waiting for answers. A picture without a reply counts as an answer. */
    giveUp() {
      for (const clientId of open) {
        const before = known(clientId);
        if (before?.state !== 'waiting') continue;
        put({ ...before, state: before.pictures ? 'confirmed' : 'silent' });
      }
      open.clear();
    },
    isWaitingFor: (clientId: string) => open.has(clientId),
    waiting: () => open.size,
    size: () => answers.size,
    all: (): readonly Answer[] => [...answers.values()],
    /** Answers that changed since the last call. */
    takeChanged(): readonly Answer[] {
      const taken: Answer[] = [];
      for (const clientId of changed) {
        const answer = answers.get(clientId);
        if (answer) taken.push(answer);
      }
      changed.clear();
      return taken;
    },
  };
}

/** Drops the inventory: the platform stores it, and a tab that asked a thousand devices need not hold it. */
function withoutInventory({
  inventoryResults: _hardware,
  softwareResults: _software,
  ...reply
}: Reply): Reply {
  return reply;
}

const stateOf = ({ ok, code }: Reply): Answer['state'] => {
  if (ok) return 'confirmed';
  return code === 'superseded' ? 'superseded' : 'failed';
};
