/** A peer connection of the WebRTC process. Its lifecycle follows simple-peer's, task by task. */
import { EventEmitter } from 'node:events';
import { type NewPeerOptions, type SimplePeerInstance, WEBRTC_ENDED } from '../../../peer/simple-peer.ts';
import type { Report } from '../process/messages.ts';
import type { Link } from './link.ts';
import { createLinkedChannel } from './linked-channel.ts';
import { createLinkedStream, sourceIdOf } from './linked-video.ts';

export function createLinkedPeer(
  link: Link,
  { initiator, config, streams }: Omit<NewPeerOptions, 'initiator'> & { initiator: boolean },
): SimplePeerInstance {
  const events = new EventEmitter();
  let phase: 'alive' | 'destroying' | 'destroyed' = 'alive';
  let endStreams = () => {};

  const end = (error?: Error & { code?: string }) => {
    if (phase === 'destroyed') return;
    phase = 'destroyed';
    link.leave(id);
    if (error) events.emit('error', error);
    events.emit('close');
    endStreams();
  };

  const take = (report: Report) => {
    if (phase === 'destroyed') return;
    switch (report.type) {
      case 'signal':
        return events.emit('signal', report.signal);
      case 'connect':
        return events.emit('connect');
      case 'stream': {
        const came = createLinkedStream(link, report);
        const endOthers = endStreams;
        endStreams = () => {
          endOthers();
          came.end();
        };
        return events.emit('stream', came.stream);
      }
      case 'closed': {
        const { error } = report;
        return end(error && Object.assign(new Error(error.message), { code: error.code }));
      }
    }
  };

  const id = link.join({
    take,
    lose() {
      // A peer that is being destroyed ends without an error.
      if (phase !== 'alive') return;
      end(Object.assign(new Error('The process of the connection has ended'), { code: WEBRTC_ENDED }));
    },
  });
  const sent = streams.map(sourceIdOf).filter((source) => source !== undefined);
  link.send({ type: 'new-peer', id, initiator, config, streams: sent });

  /** Returns false while the peer is being destroyed. Throws afterwards. */
  const isThere = () => {
    if (phase === 'destroyed') throw new Error('The peer is destroyed');
    return phase === 'alive';
  };
  const connection = {
    createDataChannel: (label: string, init?: RTCDataChannelInit) =>
      createLinkedChannel(link, id, label, init),
  } as RTCPeerConnection;

  return {
    get destroyed() {
      return phase === 'destroyed';
    },
    get _pc() {
      return phase === 'destroyed' ? null : connection;
    },
    signal(data) {
      if (isThere()) link.send({ type: 'signal', id, signal: data });
    },
    addTransceiver(kind, init) {
      if (isThere()) link.send({ type: 'add-transceiver', id, kind, init });
    },
    destroy(error) {
      if (phase !== 'alive') return;
      phase = 'destroying';
      link.send({ type: 'destroy', id });
      queueMicrotask(() => end(error));
    },
    on: (event: string, call: (...values: never[]) => void) => events.on(event, call as () => void),
  };
}
