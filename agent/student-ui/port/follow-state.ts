/** The page's side of a port: follows the state of an agent and calls it. It connects again when it must. */
import * as v from 'valibot';
import { AppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import { type Call, type Port, type PortCalls, type Published, publishedSchema } from './port.ts';

/** The pauses before each attempt. The first one is short, because an extension's worker restarts at once. */
const RETRY_DELAYS_MS = [100, 500, 1_000, 2_000, 4_000] as const;

/** A call rejects with an `AppError`: `unreachable` without a connection, otherwise the agent's failure. */
export type RemoteCalls<Calls extends PortCalls> = {
  readonly [Name in keyof Calls]: (
    ...args: Parameters<Calls[Name]>
  ) => Promise<Awaited<ReturnType<Calls[Name]>>>;
};

export type FollowedState<State, Calls extends PortCalls> = {
  /** Undefined before the first connection. The last state remains while the connection is lost. */
  state: Observable<State | undefined>;
  isConnected: Observable<boolean>;
  calls: RemoteCalls<Calls>;
  stop(): void;
};

export function followState<State extends object, Calls extends PortCalls>(options: {
  /** Opens a port to the agent. It may throw if there is no agent. */
  open: () => Port;
  /** The names of the calls. */
  names: readonly (keyof Calls & string)[];
  after: Clock['after'];
}): FollowedState<State, Calls> {
  const state = createObservable<State | undefined>(undefined);
  const isConnected = createObservable(false);
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: AppError): void }>();
  let port: Port | undefined;
  let attempts = 0;
  let lastId = 0;
  let cancelRetry = () => {};

  const connect = () => {
    try {
      const opened = options.open();
      port = opened;
      opened.listen({
        message(message) {
          if (port === opened) take(message);
        },
        closed() {
          if (port === opened) retry();
        },
      });
    } catch {
      retry();
    }
  };
  const disconnect = () => {
    port = undefined;
    isConnected.set(false);
    const lost = [...pending.values()];
    pending.clear();
    for (const { reject } of lost)
      reject(new AppError('unreachable', 'The connection to the agent was lost'));
  };
  const retry = () => {
    disconnect();
    const delayMs = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length - 1)] ?? 0;
    attempts += 1;
    cancelRetry = options.after(delayMs, connect);
  };

  const take = (message: unknown) => {
    const parsed = v.safeParse(publishedSchema, message);
    if (!parsed.success) return;
    const published = parsed.output;
    switch (published.type) {
      case 'state':
        attempts = 0;
        state.set(published.fields as State);
        isConnected.set(true);
        return;
      case 'change':
        state.set(changed(state.get(), published));
        return;
      default: {
        const call = pending.get(published.id);
        pending.delete(published.id);
        if (published.type === 'answer') call?.resolve(published.value);
        else call?.reject(new AppError(published.code, published.message));
      }
    }
  };

  const call = (name: string, args: unknown[]): Promise<unknown> => {
    const open = isConnected.get() ? port : undefined;
    if (open === undefined)
      return Promise.reject(new AppError('unreachable', 'There is no connection to the agent'));
    lastId += 1;
    const message: Call = { type: 'call', id: lastId, name, args };
    const answer = new Promise<unknown>((resolve, reject) => pending.set(message.id, { resolve, reject }));
    open.send(message);
    return answer;
  };

  const named = options.names.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  const calls: RemoteCalls<Calls> = Object.fromEntries(named);

  connect();
  return {
    state,
    isConnected,
    calls,
    stop() {
      cancelRetry();
      const last = port;
      disconnect();
      last?.close();
    },
  };
}

function changed<State extends object>(
  before: State | undefined,
  { fields, removed }: Extract<Published, { type: 'change' }>,
): State {
  const kept = Object.entries(before ?? {}).filter(([name]) => !removed.includes(name));
  return { ...Object.fromEntries(kept), ...fields } as State;
}
