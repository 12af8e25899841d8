/** The real WebRTC of Node on both sides: that the library does what is expected of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock as clock } from '#protocol/clock.ts';
import { sha256, toHex } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import type { WebRtc } from '../../node/webrtc/webrtc.ts';
import type { SimplePeerInstance } from '../../peer/simple-peer.ts';
import type { Pixels } from '../desktop/desktop-pictures.ts';
import { loadWebRtc } from './class-webrtc.ts';
import { createPeerFixture, fileChannelOf, RED, TUTOR } from './fakes/peer-fixture.ts';

const CALL = { peerId: TUTOR, reference: 'r1' };

let webRtc: WebRtc;
let root: string;
let ends: (() => unknown)[] = [];
beforeEach(async () => {
  webRtc = await loadWebRtc();
  root = await mkdtemp(join(tmpdir(), 'lectern-test-'));
}, 30_000);
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
  await rm(root, { recursive: true, force: true });
});

function setUp(answer: (peer: SimplePeerInstance) => void, sends: MediaStream[] = []) {
  const fixture = createPeerFixture({ webRtc, load: loadWebRtc, root, answer, sends });
  ends.push(fixture.stop);
  return fixture;
}
const engine = { digest: sha256, clock, events: {} };

/** Other suites share the processor. */
const LATE_MS = 20_000;

describe('peer connections in Node', { timeout: 30_000 }, () => {
  it('take a file to disk and hand one out, of many chunks', async () => {
    const content = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) >>> 5);
    const source = { id: 'f1', name: 'a.bin', size: content.length, version: '1' };
    const inward = setUp((peer) => {
      const read = async (at: number, length: number) => content.slice(at, at + length);
      sendFiles(fileChannelOf(peer), [{ ...source, read }], engine);
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
      receiveFiles(fileChannelOf(peer), [{ id: 'r1', maxBytes: 1e8 }], { ...engine, open });
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
        if (track) ends.push(webRtc.videoSink(track, (frame) => (seen = frame)));
      });
    });
    world.sendScreen({ ...CALL, purpose: 'live', displayId: undefined });
    await vi.waitFor(() => expect(seen).toBeDefined(), LATE_MS);
    const [red = 0, green = 255, blue = 255] = seen?.data.subarray(0, 3) ?? [];
    expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true]);
    world.stop();
    expect(world.counts()).toEqual({ peers: 0, runs: 0 });
  });

  it('show what a tutor shares, and nothing of it afterwards', async () => {
    const video = webRtc.videoSource();
    const cancel = setInterval(() => webRtc.show(RED, [video]), 100);
    ends.push(video.stop, () => clearInterval(cancel));
    const { broadcast, pictures, world } = setUp(() => {}, [video.stream]);
    const run = world.showScreen({ ...CALL, tutorName: 'Anna' });
    await vi.waitFor(() => expect(pictures.length).toBeGreaterThan(0), LATE_MS);
    expect(pictures[0]).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
    expect(broadcast.frames()).toBeGreaterThan(0);
    run.end();
    expect(await run.ended).toBe('ended');
    expect(pictures.at(-1)).toBeUndefined();
  });

  it('end what the student wants no more', async () => {
    const { screens, world } = setUp(() => {});
    const run = world.sendScreen({ ...CALL, purpose: 'source', displayId: 'd1' });
    await vi.waitFor(() => expect(world.counts().peers).toBe(1), LATE_MS);
    screens.refuse();
    expect(await run.ended).toBe('refused');
  });
});
