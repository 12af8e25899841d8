/** The process of the WebRTC, real, and what happens when it ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SOURCE_COMMAND } from './source-command.ts';
import { createWebRtcProcess, type WebRtcProcess } from './webrtc.ts';

/** A red picture of 320 × 180. */
const RED = {
  width: 320,
  height: 180,
  data: Uint8ClampedArray.from({ length: 320 * 180 * 4 }, (_, i) => (i % 4 === 0 || i % 4 === 3 ? 255 : 0)),
};
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
  await expect.poll(() => [...pids].filter(isAlive), LATE).toEqual([]);
  await rm(root, { recursive: true });
}, 30_000);

/** Loads it, and has it looked after when the test is over. */
async function load() {
  const webRtc = await webRtcProcess.load();
  pids.add(pidOf(webRtcProcess));
  return webRtc;
}
function kill(): void {
  process.kill(pidOf(webRtcProcess), 'SIGKILL');
}

describe('the process of the WebRTC', { timeout: 40_000 }, () => {
  it('is one for all who use it, and a new one after it was closed', async () => {
    await Promise.all([load(), load()]);
    await load();
    expect(pids.size).toBe(1);
    webRtcProcess.close();
    await expect.poll(() => [...pids].filter(isAlive), LATE).toEqual([]);
    await load();
    expect(pids.size).toBe(2);
    expect(deaths).toEqual([]);
  });

  it('takes every connection, channel and track with it when it is killed, and nothing else', async () => {
    const webRtc = await load();
    const source = webRtc.videoSource();
    const [track] = source.stream.getTracks();
    const events: string[] = [];
    track?.addEventListener('ended', () => events.push('track ended'));
    const device = webRtc.newPeer({ initiator: true, config: { iceServers: [] }, streams: [source.stream] });
    const tutor = webRtc.newPeer({ initiator: false, config: { iceServers: [] }, streams: [] } as never);
    device.on('signal', (signal) => tutor.signal(signal));
    tutor.on('signal', (signal) => device.signal(signal));
    const init = { negotiated: true, id: 100 };
    const [channel] = [device, tutor].map((peer) => peer._pc?.createDataChannel('files', init));
    channel?.addEventListener('close', () => events.push('channel closed'));
    for (const [name, peer] of Object.entries({ device, tutor })) {
      peer.on('error', ({ message }) => events.push(`${name} ${message}`));
      peer.on('close', () => events.push(`${name} closed`));
    }
    await expect.poll(() => channel?.readyState, LATE).toBe('open');

    kill();
    await expect.poll(() => events.length, LATE).toBe(6);
    const lost = 'The process of the connection has ended';
    expect(events).toEqual([
      ...[`device ${lost}`, 'device closed', `tutor ${lost}`, 'tutor closed'],
      ...['channel closed', 'track ended'],
    ]);
    expect([device.destroyed, device._pc, channel?.readyState]).toEqual([true, null, 'closed']);
    expect(() => channel?.send('a')).toThrow('closed');
    expect(deaths).toEqual(['SIGKILL']);
  });

  it('counts what waits in a channel until it has left, and says when that is little', async () => {
    const webRtc = await load();
    const device = webRtc.newPeer({ initiator: true, config: { iceServers: [] }, streams: [] });
    const tutor = webRtc.newPeer({ initiator: false, config: { iceServers: [] }, streams: [] } as never);
    ends.push(
      () => device.destroy(),
      () => tutor.destroy(),
    );
    device.on('signal', (signal) => tutor.signal(signal));
    tutor.on('signal', (signal) => device.signal(signal));
    const init = { negotiated: true, id: 100 };
    const from = device._pc?.createDataChannel('files', init);
    const to = tutor._pc?.createDataChannel('files', init);
    if (!from || !to) throw new Error('no channel');
    const came: unknown[] = [];
    to.addEventListener('message', ({ data }) =>
      came.push(typeof data === 'string' ? data : data.byteLength),
    );
    await expect.poll(() => [from.readyState, to.readyState], LATE).toEqual(['open', 'open']);
    const buffer = new Uint8Array(200_000);
    from.bufferedAmountLowThreshold = 100_000;
    const low = once(from, 'bufferedamountlow');
    for (const fill of [1, 2, 3]) from.send(buffer.fill(fill));
    from.send('é');
    expect(from.bufferedAmount).toBe(600_002);
    await low;
    expect(from.bufferedAmount).toBeLessThanOrEqual(100_000);
    await expect.poll(() => from.bufferedAmount, LATE).toBe(0);
    await expect.poll(() => came, LATE).toEqual([200_000, 200_000, 200_000, 'é']);
  });

  it('shows a picture on two sources at once', async () => {
    const webRtc = await load();
    const sources = [webRtc.videoSource(), webRtc.videoSource()];
    const seen = new Map<number, number>();
    for (const [index, { stream }] of sources.entries()) {
      const device = webRtc.newPeer({ initiator: true, config: { iceServers: [] }, streams: [stream] });
      const tutor = webRtc.newPeer({ initiator: false, config: { iceServers: [] }, streams: [] } as never);
      device.on('signal', (signal) => tutor.signal(signal));
      tutor.on('signal', (signal) => device.signal(signal));
      tutor.on('stream', (came) => {
        const [track] = came.getVideoTracks();
        if (track) ends.push(webRtc.videoSink(track, ({ data }) => seen.set(index, data[0] ?? 0)));
      });
      ends.push(
        () => device.destroy(),
        () => tutor.destroy(),
        () => sources[index]?.stop(),
      );
    }
    const timer = setInterval(() => webRtc.show(RED, sources), 50);
    ends.push(() => clearInterval(timer));
    await expect.poll(() => seen.size, LATE).toBe(2);
    expect(Math.min(...seen.values())).toBeGreaterThan(200);
  });

  it('ends with the process that started it, however that ends', async () => {
    const entry = join(root, 'class.mts');
    const door = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
    await writeFile(
      entry,
      `import { SOURCE_COMMAND as command } from ${door('./source-command.ts')};
       import { createWebRtcProcess } from ${door('./webrtc.ts')};
       const child = createWebRtcProcess({ command, onDeath() {} });
       await child.load();
       process.send(child.pid());
       process.once('message', () => process.disconnect());`,
    );
    const start = async () => {
      const parent = fork(entry, {
        execArgv: ['--import', 'tsx'],
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      });
      const [pid] = (await once(parent, 'message')) as [number];
      pids.add(pid);
      return { parent, pid };
    };
    const killed = await start();
    expect(isAlive(killed.pid)).toBe(true);
    killed.parent.kill('SIGKILL');
    await expect.poll(() => isAlive(killed.pid), LATE).toBe(false);

    // It does not keep its parent running, which has nothing left to do.
    const left = await start();
    left.parent.send('leave');
    expect(await exitCode(left.parent)).toBe(0);
    await expect.poll(() => isAlive(left.pid), LATE).toBe(false);
  });
});

const exitCode = async (child: ChildProcess) => (await once(child, 'exit'))[0];

function pidOf(of: WebRtcProcess): number {
  const pid = of.pid();
  if (pid === undefined) throw new Error('there is no process');
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
