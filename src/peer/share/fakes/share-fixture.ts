/** Shares with fake peers, devices, clock and screen. */
import { type Encoding, PRESET_ENCODINGS } from '#domain/encoding.ts';
import { createActionRun } from '#live/action-run.ts';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import type { Answer, Audience, Delivery, Recipient } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import { createShareStarts } from '../begin-share.ts';
import type { SessionMessage } from '../share-announcements.ts';
import { createShareSessions } from '../share-sessions.ts';
import { createFakePeers } from './fake-peers.ts';
import { createFakeStream } from './fake-stream.ts';

export const client = (clientId: string): Recipient => ({ clientId, userId: 'u', authType: 'user' });
export const toClients = (...ids: string[]): Audience => ({ clients: ids.map(client) });

type Sent = {
  what: 'broadcast' | 'shareScreen' | 'stopShareScreen';
  audience: Audience;
  session: Partial<SessionMessage>;
};

/** A state, or `!` and the code of the device's refusal. */
type FakeAnswer = Answer['state'] | `!${string}`;

function answerOf(id: string, clientId: string, said: FakeAnswer): Answer {
  if (!said.startsWith('!')) return { clientId, state: said as Answer['state'] };
  const reply = { id, action: 'shareScreen', ok: false, code: said.slice(1) } as Answer['reply'] & {};
  return { clientId, state: 'failed', reply };
}

export function setUpShares() {
  const clock = createFakeClock({ settle: settleTasks });
  const fakePeers = createFakePeers();
  const store = createShareSessions();
  const sent: Sent[] = [];
  const encoded: [RTCRtpSender, Encoding][] = [];
  const captured: ReturnType<typeof createFakeStream>[] = [];
  const forgotten: string[] = [];
  const arrivalCalls = new Set<{ groupId: string; call: (device: DeviceAddress) => void }>();
  let captureFailure: Error | undefined;
  let lastId = 0;

  function createRun() {
    lastId += 1;
    const id = `run${lastId}`;
    const request = {
      id,
      action: 'broadcast' as const,
      parameters: {},
      audience: {} as Audience,
      askedAt: 0,
    };
    const run = createActionRun(request, { expiresAt: 60_000, onForget: () => forgotten.push(id) });
    return {
      run,
      become(delivery: Delivery['name'], answers: Record<string, FakeAnswer> = {}, ended = false) {
        run.apply({
          delivery: { name: delivery, expiresAt: 60_000 },
          answers: Object.entries(answers).map(([clientId, said]) => answerOf(id, clientId, said)),
          ended,
        });
      },
    };
  }
  const runs: ReturnType<typeof createRun>[] = [];
  function say(what: Sent['what'], audience: Audience, session: Partial<SessionMessage>) {
    sent.push({ what, audience, session });
    const made = createRun();
    runs.push(made);
    return made.run;
  }

  const starts = createShareStarts(
    {
      peers: fakePeers.peers,
      devices: {
        broadcast: (audience, session) => say('broadcast', audience, session),
        shareScreen: (to, displayId, session) =>
          say('shareScreen', { clients: [to] }, { ...session, ...(displayId && { tutorName: displayId }) }),
        onArrival(groupId, call) {
          const listener = { groupId, call };
          arrivalCalls.add(listener);
          return () => void arrivalCalls.delete(listener);
        },
        stopShareScreen: (audience, id) => void say('stopShareScreen', audience, { id }),
      },
      async encode(sender, encoding) {
        encoded.push([sender as RTCRtpSender, encoding]);
      },
      async capture() {
        if (captureFailure) throw captureFailure;
        const made = createFakeStream();
        captured.push(made);
        return made.stream;
      },
      clock,
      newId: () => 'share-1',
      tutorName: () => 'Anna',
    },
    store,
  );

  return {
    clock,
    store,
    starts,
    encoded,
    captured,
    forgotten,
    runs,
    ...fakePeers,
    /** Messages to devices since the last `take`. */
    take: () => sent.splice(0),
    lastRun: () => runs.at(-1),
    /** A device where `userId` is signed in says hello to the group. */
    arrive(clientId: string, { groupId = 'g1', userId = 'u' } = {}) {
      for (const listener of [...arrivalCalls])
        if (listener.groupId === groupId) listener.call({ clientId, userId, authType: 'user' });
    },
    listenerCount: () => arrivalCalls.size,
    failCapture(error: Error) {
      captureFailure = error;
    },
    async share(audience: Audience = toClients('c1', 'c2'), title = '', groupId: string | undefined = 'g1') {
      const wish = { audience, groupId, title, count: 2, encoding: PRESET_ENCODINGS.high };
      const started = await starts.shareOwn(wish, new AbortController().signal);
      await clock.settle();
      if (!started.ok) throw new Error(started.obstacle.code);
      return started.session;
    },
    session: () => store.get()[0],
  };
}
