/** Files of a student whose WebRTC process is killed during the transfer. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock as clock } from '#protocol/clock.ts';
import { sha256, toHex } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import { SOURCE_COMMAND } from '../../node/webrtc/source-command.ts';
import { createWebRtcProcess, type WebRtcProcess } from '../../node/webrtc/webrtc.ts';
import { createPeerFixture, fileChannelOf, TUTOR } from './fakes/peer-fixture.ts';

const engine = { digest: sha256, clock, events: {} };
const content = Uint8Array.from({ length: 8_000_000 }, (_, i) => (i * 7919) >>> 5);
const half = content.length / 2;
/** Other suites share the processor. */
const LATE = { timeout: 20_000 };

let root: string;
let webRtcProcess: WebRtcProcess;
let deaths: string[];
let pids: Set<number>;
let ends: (() => void)[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-process-'));
  deaths = [];
  pids = new Set();
  ends = [];
  webRtcProcess = createWebRtcProcess({ command: SOURCE_COMMAND, onDeath: (how) => deaths.push(how) });
});
afterEach(async () => {
  for (const end of ends) end();
  webRtcProcess.close();
  await rm(root, { recursive: true });
}, 30_000);

/** Loads the library and notes the process that it runs in. */
async function load() {
  const webRtc = await webRtcProcess.load();
  pids.add(webRtcProcess.pid() ?? 0);
  return webRtc;
}
function kill(): void {
  const pid = webRtcProcess.pid();
  if (pid === undefined) throw new Error('there is no process');
  process.kill(pid, 'SIGKILL');
}

describe('the WebRTC process', { timeout: 40_000 }, () => {
  it('is replaced when it is killed in the middle of a file that comes in, which then goes on', async () => {
    const source = { id: 'f1', name: 'a.bin', size: content.length, version: '1' };
    let isKilled = false;
    const read = async (at: number, length: number) => {
      if (at > half && !isKilled) {
        isKilled = true;
        kill();
      }
      return content.slice(at, at + length);
    };
    const { folder, world, stop } = createPeerFixture({
      webRtc: await load(),
      load,
      root,
      answer: (peer) => void sendFiles(fileChannelOf(peer), [{ ...source, read }], engine),
    });
    ends.push(stop);
    const call = { peerId: TUTOR, reference: 'r1', files: [source], folder: '%downloads%' };
    expect(await world.receiveFiles(call).ended).toBe('done');
    const [received] = folder.received();
    expect(received?.sha256).toBe(toHex(await sha256(content)));
    expect([deaths, pids.size]).toEqual([['SIGKILL'], 2]);
    await expect.poll(world.counts, LATE).toEqual({ peers: 0, runs: 0 });
    expect(folder.openFiles()).toBe(0);
  });

  it('is replaced when it is killed in the middle of a file that goes out, which then goes on', async () => {
    const parts: Uint8Array[] = [];
    const kept: Uint8Array[] = [];
    const startedAt: number[] = [];
    const { world, stop } = createPeerFixture({
      webRtc: await load(),
      load,
      root,
      answer(peer) {
        const none = async () => {};
        const write = async (index: number, chunk: Uint8Array, digest: Uint8Array) => {
          if (startedAt.length === 1 && index === 6) kill();
          parts[index] = chunk.slice();
          kept[index] = digest.slice();
        };
        const open = async () => {
          startedAt.push(kept.length);
          return { kept: [...kept], write, finish: none, discard: none, pause: none };
        };
        receiveFiles(fileChannelOf(peer), [{ id: 'r1', maxBytes: 1e8 }], { ...engine, open });
      },
    });
    ends.push(stop);
    const folder = join(root, 'RS-1', 'Downloads');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'a.bin'), content);
    const file = { fileName: 'a.bin', location: 'C:\\Users\\maya\\Downloads', size: content.length };
    expect(await world.sendFile({ peerId: TUTOR, reference: 'r1', file }).ended).toBe('done');
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    expect(startedAt).toEqual([0, expect.any(Number)]);
    expect(startedAt[1]).toBeGreaterThan(5);
    expect([deaths, pids.size]).toEqual([['SIGKILL'], 2]);
    await expect.poll(world.counts, LATE).toEqual({ peers: 0, runs: 0 });
  });
});
