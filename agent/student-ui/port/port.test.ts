import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createObservable } from '#protocol/observable.ts';
import { channelPorts } from './fakes/channel-ports.ts';
import { followState } from './follow-state.ts';
import type { Port } from './port.ts';
import { publishState } from './publish-state.ts';

type State = { name: string; rooms: readonly string[]; poll?: string | undefined };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** An agent, and a page that follows its state over a MessageChannel. */
function connectPage() {
  const clock = createFakeClock();
  const state = createObservable<State>({ name: 'Mia', rooms: [] });
  /** The publishers that still follow the agent's state. */
  const publishers = new Set<object>();
  const sent: { type: string }[] = [];
  const agentPorts: Port[] = [];
  let hasAgent = true;
  const counted = {
    get: state.get,
    subscribe(call: () => void) {
      const publisher = {};
      publishers.add(publisher);
      const unsubscribe = state.subscribe(call);
      return () => {
        publishers.delete(publisher);
        unsubscribe();
      };
    },
  };
  const calls = {
    giveName(name: string) {
      state.set({ ...state.get(), name });
      return name !== '';
    },
    removeFile: async (key: string) => {
      throw new AppError('not-found', `There is no file ${key}`);
    },
    /** Answers before the effect. */
    clearRooms: () =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => {
          resolve(true);
          state.set({ ...state.get(), rooms: [] });
        });
      }),
    /** Never answers. */
    wait: () => new Promise<void>(() => {}),
  };
  const text = v.strictTuple([v.string()]);
  const page = followState<State, typeof calls>({
    open() {
      if (!hasAgent) throw new Error('There is no agent');
      const [agent, mine] = channelPorts();
      agentPorts.push(agent);
      const noted: Port = {
        ...agent,
        send(message) {
          sent.push(message as { type: string });
          agent.send(message);
        },
      };
      const args = {
        giveName: text,
        removeFile: text,
        clearRooms: v.strictTuple([]),
        wait: v.strictTuple([]),
      };
      stops.push(publishState({ port: noted, state: counted, calls, args }));
      return mine;
    },
    names: ['giveName', 'removeFile', 'clearRooms', 'wait'],
    after: clock.after,
  });
  stops.push(page.stop);
  return {
    ...page,
    agent: state,
    publishers,
    clock,
    sent,
    /** Ends the connection from the agent's side, as if the agent was killed. */
    killAgent(staysAway = false) {
      hasAgent = !staysAway;
      agentPorts.at(-1)?.close();
    },
    startAgent() {
      hasAgent = true;
    },
  };
}

it('has the whole state, then each field that changes, in one message a task', async () => {
  const { agent, state, sent } = connectPage();
  await expect.poll(state.get).toEqual({ name: 'Mia', rooms: [] });
  agent.set({ ...agent.get(), poll: 'Why?' });
  agent.set({ ...agent.get(), rooms: ['r1'] });
  await expect.poll(state.get).toEqual({ name: 'Mia', rooms: ['r1'], poll: 'Why?' });
  agent.set({ ...agent.get(), poll: undefined });
  await expect.poll(state.get).toEqual({ name: 'Mia', rooms: ['r1'] });
  expect(sent).toEqual([
    { type: 'state', fields: { name: 'Mia', rooms: [] } },
    { type: 'change', fields: { poll: 'Why?', rooms: ['r1'] }, removed: [] },
    { type: 'change', fields: {}, removed: ['poll'] },
  ]);
});

it('keeps the fields that did not change', async () => {
  const { agent, state } = connectPage();
  await expect.poll(state.get).toBeDefined();
  const rooms = state.get()?.rooms;
  agent.set({ ...agent.get(), name: 'Ben' });
  await expect.poll(() => state.get()?.name).toBe('Ben');
  expect(state.get()?.rooms).toBe(rooms);
});

it('answers a call after its effect, and rejects with the agent’s failure', async () => {
  const { agent, calls, state, isConnected } = connectPage();
  await expect.poll(isConnected.get).toBe(true);
  expect(await calls.giveName('Ben')).toBe(true);
  expect(state.get()?.name).toBe('Ben');
  expect(await calls.giveName('')).toBe(false);
  agent.set({ ...agent.get(), rooms: ['r1'] });
  await expect.poll(() => state.get()?.rooms).toEqual(['r1']);
  expect(await calls.clearRooms()).toBe(true);
  expect(state.get()?.rooms).toEqual([]);
  await expect(calls.removeFile('f')).rejects.toMatchObject({
    code: 'not-found',
    message: 'There is no file f',
  });
});

it.each([
  [{ type: 'call', id: 1, name: 'giveName', args: [7] }, 'malformed'],
  [{ type: 'call', id: 1, name: 'giveName', args: [] }, 'malformed'],
  [{ type: 'call', id: 1, name: 'toString', args: [] }, 'not-found'],
  [{ type: 'call', id: 1, name: '__proto__', args: [] }, 'not-found'],
])('refuses %j from outside', async (message, code) => {
  const [agent, outside] = channelPorts();
  const state = createObservable({ name: 'Mia' });
  const received: unknown[] = [];
  outside.listen({ message: (each) => received.push(each), closed() {} });
  const calls = { giveName: (name: string) => state.set({ name }) };
  const args = { giveName: v.strictTuple([v.string()]) };
  stops.push(publishState({ port: agent, state, calls, args }), outside.close);
  outside.send({ type: 'nonsense' });
  outside.send(message);
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]).toMatchObject({ type: 'failure', id: 1, code });
  expect(state.get()).toEqual({ name: 'Mia' });
});

it('connects again after the agent was killed, and fails the calls without an answer', async () => {
  const { agent, calls, clock, isConnected, killAgent, startAgent, state } = connectPage();
  await expect.poll(isConnected.get).toBe(true);
  const lost = calls.wait();
  killAgent(true);
  await expect(lost).rejects.toMatchObject({ code: 'unreachable' });
  expect(isConnected.get()).toBe(false);
  expect(state.get()?.name).toBe('Mia');
  await expect(calls.giveName('Ben')).rejects.toMatchObject({ code: 'unreachable' });
  // The agent is away for two attempts.
  await clock.advance(100);
  await clock.advance(500);
  expect(isConnected.get()).toBe(false);
  agent.set({ ...agent.get(), name: 'Zoe' });
  startAgent();
  await clock.advance(1_000);
  await expect.poll(isConnected.get).toBe(true);
  expect(state.get()?.name).toBe('Zoe');
  expect(await calls.giveName('Ben')).toBe(true);
});

it('stops with the page: the agent publishes no more, and no attempt waits', async () => {
  const { agent, clock, isConnected, publishers, sent, stop } = connectPage();
  await expect.poll(isConnected.get).toBe(true);
  stop();
  expect(isConnected.get()).toBe(false);
  await expect.poll(() => publishers.size).toBe(0);
  agent.set({ ...agent.get(), name: 'Ben' });
  expect([sent.length, clock.pending()]).toEqual([1, 0]);
});
