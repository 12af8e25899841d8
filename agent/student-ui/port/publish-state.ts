/** The agent's side of a port: publishes a state and executes the calls of the page at the other side. */
import * as v from 'valibot';
import { AppError, isAppError } from '#protocol/app-error.ts';
import type { Observable } from '#protocol/observable.ts';
import { callSchema, type Port, type PortCalls, type Published } from './port.ts';

/** The schema of each call's arguments, because they come from outside. */
export type ArgumentSchemas<Calls extends PortCalls> = {
  readonly [Name in keyof Calls]: v.GenericSchema<unknown, Parameters<Calls[Name]>>;
};

/**
 * Publishes until the port closes or the returned function is called. A change is published for each field
 * whose value is another one, so the state's values must be replaced and never changed in place.
 */
export function publishState<State extends object, Calls extends PortCalls>(options: {
  port: Port;
  state: Observable<State>;
  calls: Calls;
  args: ArgumentSchemas<Calls>;
}): () => void {
  const { port, state } = options;
  let published: State | undefined;
  let isQueued = false;
  let isOver = false;
  const send = (message: Published) => {
    if (!isOver) port.send(message);
  };

  const publish = () => {
    isQueued = false;
    const before = published;
    if (before === undefined) return;
    published = state.get();
    const change = changeOf(before, published);
    if (change) send(change);
  };
  // All changes of one task are one message.
  const unsubscribe = state.subscribe(() => {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(publish);
  });
  const end = () => {
    isOver = true;
    unsubscribe();
  };

  const execute = async (message: unknown): Promise<void> => {
    const received = v.safeParse(callSchema, message);
    if (!received.success) return;
    const { id, name, args } = received.output;
    try {
      const value = await callOf(options, name, args)();
      // The page learns the effect of its call before the answer.
      publish();
      send({ type: 'answer', id, value });
    } catch (error) {
      const code = isAppError(error) ? error.code : 'server';
      send({ type: 'failure', id, code, message: error instanceof Error ? error.message : String(error) });
    }
  };

  port.listen({ message: (message) => void execute(message), closed: end });
  published = state.get();
  send({ type: 'state', fields: fieldsOf(published) });
  return () => {
    end();
    port.close();
  };
}

function callOf<Calls extends PortCalls>(
  { calls, args }: { calls: Calls; args: ArgumentSchemas<Calls> },
  name: string,
  given: unknown[],
): () => unknown {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  const schema = Object.hasOwn(args, name) ? args[name] : undefined;
  if (call === undefined || schema === undefined) throw new AppError('not-found', `There is no call ${name}`);
  const parsed = v.safeParse(schema, given);
  if (!parsed.success) throw new AppError('malformed', `Wrong arguments for ${name}`);
  return () => call(...(parsed.output as never[]));
}

/** Returns undefined if all fields have the same values. */
function changeOf(before: object, now: object): Extract<Published, { type: 'change' }> | undefined {
  const [old, next] = [fieldsOf(before), fieldsOf(now)];
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  const changed = [...names].filter((name) => !Object.is(old[name], next[name]));
  if (changed.length === 0) return undefined;
  const removed = changed.filter((name) => next[name] === undefined);
  const kept = changed.filter((name) => next[name] !== undefined);
  return { type: 'change', fields: Object.fromEntries(kept.map((name) => [name, next[name]])), removed };
}

const fieldsOf = (state: object): Record<string, unknown> => ({ ...state });
