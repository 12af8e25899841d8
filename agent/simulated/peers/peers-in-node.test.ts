/** The real WebRTC of Node on both sides: that the library does what is expected of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PeerClient } from '#protocol/peer-client.ts';
import type { PeerPayload } from '#protocol/peer-payload.ts';
import { sha256, toHex } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import { systemClock as clock } from '../../node/system-clock.ts';
import { createPeerWorld } from '../../peer/create-peer-world.ts';
import type { SimplePeerInstance } from '../../peer/simple-peer.ts';
import type { Pixels } from '../desktop/desktop.ts';
import { createClassFolders } from '../files/class-folders.ts';
import { createStudentFiles } from '../student-files.ts';
import { createBroadcastScreen } from './broadcast-screen.ts';
import { fromNodeChannel } from './node-channel.ts';
import { createScreenVideos } from './screen-videos.ts';
import { createSimulatedFiles } from './simulated-files.ts';
import { loadWebRtc, type WebRtc } from './webrtc.ts';

const TUTOR = 'tutor';
const CALL = { peerId: TUTOR, reference: 'r1' };
const RED = {
  width: 320,
  height: 180,
  data: Uint8ClampedArray.from({ length: 320 * 180 * 4 }, (_, i) => (i % 4 === 0 || i % 4 === 3 ? 255 : 0)),
};

let webRtc: WebRtc;
let root: string;
let ends: (() => unknown)[] = [];
beforeEach(async () => {
  webRtc = await loadWebRtc();
  root = await mkdtemp(join(tmpdir(), 'lectern-test-'));
});
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
  await rm(root, { recursive: true, force: true });
});

/** `answer` is given the tutor's side of every call, as soon as there is one. */
function setUp(answer: (peer: SimplePeerInstance) => void, sends: MediaStream[] = []) {
  const listeners = new Set<Parameters<PeerClient['onSignal']>[0]>();
  const tutors = new Map<string, SimplePeerInstance>();
  const client: PeerClient = {
    address: async () => 'device',
    send(_, payload: PeerPayload) {
      let tutor = tutors.get(payload.connection);
      if (tutor === undefined) {
        const options = { initiator: false, config: { iceServers: [] }, streams: sends };
        tutor = webRtc.newPeer(options as never);
        tutors.set(payload.connection, tutor);
        tutor.on('error', () => {});
        tutor.on('signal', (signal) => {
          for (const call of listeners)
            call({ peerId: TUTOR, sender: { kind: 'tutor', id: 't' } }, { ...payload, signal });
        });
        answer(tutor);
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
  const folder = createClassFolders(root).of('RS-1');
  const files = createStudentFiles({ seed: 'a', userName: 'Maya', folder });
  const broadcast = createBroadcastScreen({ desktop, clock, webRtc: () => webRtc });
  const screens = createScreenVideos({ desktop, clock, webRtc: () => webRtc });
  const world = createPeerWorld({
    ...{ client, clock, newId: () => crypto.randomUUID(), newPeer: webRtc.newPeer, show: broadcast.show },
    iceServers: async () => [],
    screens,
    files: createSimulatedFiles({ files, folder, clock }),
  });
  ends.push(world.stop, () => {
    for (const tutor of tutors.values()) tutor.destroy();
  });
  return { broadcast, folder, pictures, screens, world };
}
const channelOf = (peer: SimplePeerInstance) => {
  const channel = peer._pc?.createDataChannel('files', { negotiated: true, id: 100 });
  if (!channel) throw new Error('No channel');
  return fromNodeChannel(channel, clock);
};
const engine = { digest: sha256, clock, events: {} };

describe('peer connections in Node', () => {
  it('take a file to disk and hand one out, of many chunks', async () => {
    const content = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) >>> 5);
    const source = { id: 'f1', name: 'a.bin', size: content.length, version: '1' };
    const inward = setUp((peer) => {
      const read = async (at: number, length: number) => content.slice(at, at + length);
      sendFiles(channelOf(peer), [{ ...source, read }], engine);
    });
    const taken = inward.world.receiveFiles({ ...CALL, files: [source], folder: '%downloads%' });
    expect(await taken.ended).toBe('done');
    const [received] = inward.folder.received();
    expect(received).toMatchObject({ name: 'a.bin', sha256: toHex(await sha256(content)) });

    const parts: Uint8Array[] = [];
    const outward = setUp((peer) => {
      const none = async () => {};
      const write = async (index: number, chunk: Uint8Array) => {
        parts[index] = chunk.slice();
      };
      const open = async () => ({ kept: [], write, finish: none, discard: none, pause: none });
      receiveFiles(channelOf(peer), [{ id: 'r1', maxBytes: 1e8 }], { ...engine, open });
    });
    const file = { fileName: 'a.bin', location: 'C:\\Users\\maya\\Downloads', size: content.length };
    expect(await outward.world.sendFile({ ...CALL, file }).ended).toBe('done');
    expect(Buffer.concat(parts).equals(content)).toBe(true);
  });

  it('send a display as a video', async () => {
    let seen: Pixels | undefined;
    const { world } = setUp((peer) => {
      peer.on('stream', (stream) => {
        const [track] = stream.getVideoTracks();
        if (track) ends.push(webRtc.videoSink(track, (frame) => (seen = webRtc.toRgba(frame))));
      });
    });
    world.sendScreen({ ...CALL, purpose: 'live', displayId: undefined });
    await vi.waitFor(() => expect(seen).toBeDefined(), 5_000);
    const [red = 0, green = 255, blue = 255] = seen?.data.subarray(0, 3) ?? [];
    expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true]);
    world.stop();
    expect(world.counts()).toEqual({ peers: 0, runs: 0 });
  });

  it('show what a tutor shares, and nothing of it afterwards', async () => {
    const video = webRtc.videoSource();
    const cancel = setInterval(() => video.put(RED), 100);
    ends.push(video.stop, () => clearInterval(cancel));
    const { broadcast, pictures, world } = setUp(() => {}, [video.stream]);
    const run = world.showScreen({ ...CALL, tutorName: 'Anna' });
    await vi.waitFor(() => expect(pictures.length).toBeGreaterThan(0), 5_000);
    expect(pictures[0]).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
    expect(broadcast.frames()).toBeGreaterThan(0);
    run.end();
    expect(await run.ended).toBe('ended');
    expect(pictures.at(-1)).toBeUndefined();
  });

  it('end what the student wants no more', async () => {
    const { screens, world } = setUp(() => {});
    const run = world.sendScreen({ ...CALL, purpose: 'source', displayId: 'd1' });
    await vi.waitFor(() => expect(world.counts().peers).toBe(1), 5_000);
    screens.refuse();
    expect(await run.ended).toBe('refused');
  });
});
