/**
 * Limits the concurrent calls of one account. Calls of pages that load in several tabs are queued here and do
 * not delay other accounts.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { tooMany } from '#http/too-many.ts';

/** Browsers open as many connections to a host. */
const PLACES = 6;
/** Behind an HTTP/2 proxy a page makes up to a hundred concurrent calls, and a tutor has several tabs. */
const MAX_WAITING = 600;
/** Consoles time out after half a minute. */
const MAX_WAIT_MS = 25_000;
/** A client that reads a response slowly must not block the account's calls from another computer. */
const TIMEOUT_MS = 2_000;
const RETRY_S = 5;

export type AccountPlaces = {
  /** Resolves when the call may proceed. The response releases its place. Rejects with status 429. */
  take(account: string, reply: FastifyReply): Promise<void>;
};

type Waiting = { start(): void };
type Account = { running: number; waiting: Set<Waiting> };

/** Tests pass other numbers. */
export function createAccountPlaces(
  scope: FastifyInstance,
  { places = PLACES, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = {},
): AccountPlaces {
  const accounts = new Map<string, Account>();
  const accountOf = new WeakMap<ServerResponse, string>();

  // Not released before the response, because a handler continues after its client has disconnected. Not
  // released right now, because a long response is still compressed.
  scope.addHook('onSend', async (_request, { raw }) => {
    const account = accountOf.get(raw);
    if (account === undefined) return;
    accountOf.delete(raw);
    const end = () => {
      clearTimeout(timer);
      raw.off('finish', end).off('close', end);
      release(account);
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    if (raw.destroyed) end();
    else raw.on('finish', end).on('close', end);
  });

  function release(name: string): void {
    const account = accounts.get(name);
    if (!account) return;
    const [next] = account.waiting;
    if (next) {
      account.waiting.delete(next);
      next.start();
      return;
    }
    account.running -= 1;
    if (account.running === 0) accounts.delete(name);
  }

  function wait({ waiting }: Account, reply: FastifyReply): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        clearTimeout(timer);
        reply.raw.off('close', gone);
        waiting.delete(place);
        settle();
      };
      const refuse = end(() => reject(busy()));
      const timer = setTimeout(refuse, maxWaitMs);
      const gone = refuse;
      const place = { start: end(resolve) };
      reply.raw.once('close', gone);
      waiting.add(place);
    });
  }

  return {
    async take(name, reply) {
      const account = accounts.get(name) ?? { running: 0, waiting: new Set() };
      accounts.set(name, account);
      if (account.running < places) account.running += 1;
      else if (account.waiting.size < maxWaiting) await wait(account, reply);
      else throw busy();
      accountOf.set(reply.raw, name);
    },
  };
}

const busy = () => tooMany('Your account asks for too much at once.', RETRY_S);
