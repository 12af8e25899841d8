/** Creates a device's peer connections with simple-peer and the peer server. The device always dials. */
import type { PeerCall, PeerWorld } from '../core/peer-world.ts';
import { carryFiles } from './carry-files.ts';
import type { DeviceFiles } from './device-files.ts';
import { createPeerRuns } from './peer-runs.ts';
import { type CallDeps, type CallPlan, type PlacedCall, placeCall } from './place-call.ts';
import type { SimplePeerInstance } from './simple-peer.ts';

/** The socket to the peer server stays open for this time after its last use. */
const IDLE_TIMEOUT_MS = 30_000;

export type PeerWorldCounts = {
  /** Connections, including those that are opening or closing. */
  peers: number;
  /** Runs that the core started and that have not ended. */
  runs: number;
};

export type PeerWorldDeps = CallDeps & {
  screens: {
    /** True if `stream` would return one. */
    has(displayId: string | undefined): boolean;
    /**
     * Returns a stream; without an id that of the primary display. Each stream is released once. `replace` is
     * called when the student shares something else in its place.
     */
    stream(
      displayId: string | undefined,
      replace: (before: MediaStreamTrack, next: MediaStreamTrack) => void,
    ): MediaStream | undefined;
    release(stream: MediaStream): void;
  };
  /** `refused` resolves when the student closes it; on devices without a way to close it, never. */
  show(stream: MediaStream, tutorName: string | undefined): { stop(): void; refused: Promise<void> };
  files: DeviceFiles;
};

export function createPeerWorld(deps: PeerWorldDeps): PeerWorld & { counts(): PeerWorldCounts } {
  const { client, clock, screens } = deps;
  const calls = new Set<PlacedCall>();
  let cancelIdle: (() => void) | undefined;

  /** Closes the socket to the peer server after an idle time. */
  const rest = () => {
    cancelIdle?.();
    cancelIdle = undefined;
    if (calls.size === 0 && runs.count() === 0 && !runs.isStopped())
      cancelIdle = clock.after(IDLE_TIMEOUT_MS, () => client.close());
  };

  const runs = createPeerRuns({ onEnded: rest });
  const { begin } = runs;

  const place = (plan: CallPlan): PlacedCall => {
    const call = placeCall(deps, plan);
    calls.add(call);
    rest();
    void call.ended.then((how) => {
      calls.delete(call);
      // A tutor who has not answered still waits. Leaving ends all calls to the tutor.
      const isLast = ![...calls].some(({ peerId }) => peerId === plan.peerId);
      if (isLast && how !== 'left' && how !== 'broken') client.leave(plan.peerId);
      rest();
    });
    return call;
  };

  const carry = (to: PeerCall, take: Parameters<typeof carryFiles>[0]['begin']) =>
    begin((finish) => carryFiles({ clock, place, begin: take, finish }, to));

  return {
    hasScreen: screens.has,

    sendScreen: ({ peerId, reference, purpose, displayId }) =>
      begin((finish) => {
        let stream: MediaStream | undefined;
        // The student stopped the capture in the browser's own controls.
        const onEnded = () => finish('refused');
        let connection: SimplePeerInstance['_pc'] = null;
        const replace = (before: MediaStreamTrack, next: MediaStreamTrack) => {
          before.removeEventListener('ended', onEnded);
          next.addEventListener('ended', onEnded);
          const senders = connection?.getSenders().filter(({ track }) => track === before) ?? [];
          // `replaceTrack` needs no new offer, and a tutor who broadcasts the stream keeps it.
          Promise.all(senders.map((sender) => sender.replaceTrack(next))).catch(() => finish('failed'));
        };
        const call = place({
          peerId,
          reference,
          purpose,
          onMade(peer) {
            connection = peer._pc;
          },
          sends() {
            stream = screens.stream(displayId, replace);
            for (const track of stream?.getTracks() ?? []) track.addEventListener('ended', onEnded);
            return stream;
          },
        });
        void call.ended.then(finish);
        return () => {
          call.hangUp();
          for (const track of stream?.getTracks() ?? []) track.removeEventListener('ended', onEnded);
          if (stream) screens.release(stream);
          stream = undefined;
        };
      }),

    showScreen: ({ peerId, reference, tutorName }) =>
      begin((finish) => {
        let shown: ReturnType<typeof deps.show> | undefined;
        const call = place({
          peerId,
          reference,
          purpose: 'share',
          onMade(peer) {
            peer.addTransceiver('video', { direction: 'recvonly' });
            peer.addTransceiver('audio', { direction: 'recvonly' });
          },
          onStream(stream) {
            shown?.stop();
            shown = deps.show(stream, tutorName);
            void shown.refused.then(() => finish('refused'));
          },
        });
        void call.ended.then(finish);
        return () => {
          call.hangUp();
          shown?.stop();
          shown = undefined;
        };
      }),

    receiveFiles: ({ files, folder, ...to }) =>
      carry(to, (channel) => deps.files.receive(channel, { files, folder, reference: to.reference })),

    sendFile: ({ file, ...to }) =>
      carry(to, (channel) => deps.files.send(channel, { file, reference: to.reference })),

    stop() {
      runs.stop();
      for (const call of [...calls]) call.hangUp();
      cancelIdle?.();
      cancelIdle = undefined;
      client.close();
    },

    counts: () => ({ peers: [...calls].filter((call) => call.hasPeer()).length, runs: runs.count() }),
  };
}
