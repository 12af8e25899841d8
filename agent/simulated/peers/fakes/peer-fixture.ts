/** A device's and a tutor's peer connections over the real WebRTC of Node, without a platform in between. */

import { systemClock as clock } from '#protocol/clock.ts';
import type { PeerClient } from '#protocol/peer/peer-client.ts';
import type { PeerPayload } from '#protocol/peer/peer-payload.ts';
import type { TransferChannel } from '#protocol/transfer/channel.ts';
import { fromDataChannel } from '#protocol/transfer/data-channel.ts';
import type { WebRtc } from '../../../node/webrtc/webrtc.ts';
import { createPeerWorld } from '../../../peer/create-peer-world.ts';
import type { SimplePeerInstance } from '../../../peer/simple-peer.ts';
import type { Pixels } from '../../desktop/desktop-pictures.ts';
import { createClassFolders } from '../../files/class-folders.ts';
import { createStudentFiles } from '../../student-files.ts';
import { createBroadcastScreen } from '../broadcast-screen.ts';
import { createScreenVideos } from '../screen-videos.ts';
import { createSimulatedFiles } from '../simulated-files.ts';

export const TUTOR = 'tutor';
/** The picture of every display. */
export const RED = {
  width: 320,
  height: 180,
  data: Uint8ClampedArray.from({ length: 320 * 180 * 4 }, (_, i) => (i % 4 === 0 || i % 4 === 3 ? 255 : 0)),
};

export function createPeerFixture(options: {
  webRtc: WebRtc;
  /** Called each time the device dials. */
  load: () => Promise<unknown>;
  /** The folder of the student's files. */
  root: string;
  /** Called with the tutor's side of every call as soon as it exists. */
  answer: (peer: SimplePeerInstance) => void;
  /** The stream that the tutor sends. */
  sends?: MediaStream[];
}) {
  const { webRtc, sends = [] } = options;
  const listeners = new Set<Parameters<PeerClient['onSignal']>[0]>();
  const tutors = new Map<string, SimplePeerInstance>();
  const client: PeerClient = {
    address: async () => 'device',
    send(_, payload: PeerPayload) {
      let tutor = tutors.get(payload.connection);
      if (tutor === undefined) {
        tutor = webRtc.newPeer({ initiator: false, config: { iceServers: [] }, streams: sends } as never);
        tutors.set(payload.connection, tutor);
        tutor.on('error', () => {});
        tutor.on('signal', (signal) => {
          for (const call of listeners)
            call({ peerId: TUTOR, sender: { kind: 'tutor', id: 't' } }, { ...payload, signal });
        });
        options.answer(tutor);
      }
      tutor.signal(payload.signal);
    },
    leave() {},
    onSignal(call) {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    onGone: () => () => {},
    close() {},
  };
  const pictures: (Pixels | undefined)[] = [];
  const desktop = {
    displays: () => [{ id: 'd1', primary: true, width: 320, height: 180 }],
    privacy: () => false,
    pixels: () => RED,
    showPicture: (picture: Pixels | undefined) => pictures.push(picture),
  };
  const folder = createClassFolders(options.root).of('RS-1');
  const files = createStudentFiles({ seed: 'a', userName: 'Maya', folder });
  const broadcast = createBroadcastScreen({ desktop, webRtc: () => webRtc });
  const screens = createScreenVideos({ desktop, clock, webRtc: () => webRtc });
  const world = createPeerWorld({
    client,
    clock,
    newId: () => crypto.randomUUID(),
    newPeer: webRtc.newPeer,
    show: broadcast.show,
    async iceServers() {
      await options.load();
      return [];
    },
    screens,
    files: createSimulatedFiles({ files, folder, clock }),
  });
  return {
    broadcast,
    folder,
    pictures,
    screens,
    world,
    /** Stops both sides. */
    stop() {
      world.stop();
      for (const tutor of tutors.values()) tutor.destroy();
    },
  };
}

/** The tutor's end of the files' channel. Call it in the task that received the peer. */
export function fileChannelOf(peer: SimplePeerInstance): TransferChannel {
  const channel = peer._pc?.createDataChannel('files', { negotiated: true, id: 100 });
  if (!channel) throw new Error('No channel');
  return fromDataChannel(channel);
}
