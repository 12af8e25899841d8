/** Students in processes apart from the test's own, so that their machines can end, or stand still, without a word. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';

const CLASS = 'agent/simulated/main.ts';
const WEBRTC = 'webrtc/process/main.ts';

/** `machines`: everything of them. `webrtc`: the process through which they are connected to peers. */
export type Stillness = 'machines' | 'webrtc';

type StudentMachines = {
  /** It stands still, with all that it has open, until `goOn`. */
  standStill(what: Stillness): Promise<void>;
  goOn(): Promise<void>;
  /** All at once, also those that stand still. */
  end(): Promise<void>;
};

/** `count` students who follow `after` others in the class's list; resolves when all are online. */
export async function startMachines(
  { consoleUrl, dataDir }: RunningClassroom,
  { after, count }: { after: number; count: number },
): Promise<StudentMachines> {
  const { runner: _, devices, ...file } = await readClassFile(join(dataDir, 'demo-class.json'));
  const staying = devices.filter(({ traits }) => !traits.comesAndGoes);
  const path = join(dataDir, 'machines-class.json');
  await writeFile(path, JSON.stringify({ ...file, devices: staying.slice(after, after + count) }));
  const platform = `http://127.0.0.1:${new URL(consoleUrl).port}`;
  const args = ['--platform', platform, '--class', path, '--students', `${count}`, '--wanderers', '0'];
  const child = spawn(process.execPath, ['--import', 'tsx', CLASS, ...args], {
    // It leaves by itself when this process ends.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A group of processes: the class, and that of its WebRTC.
    detached: true,
  });
  const [report] = (await once(child, 'message')) as [{ type: string; message?: string }];
  if (report.type !== 'ready') throw new Error(`the machines did not start: ${report.message}`);
  const still = new Set<number>();
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    async standStill(what) {
      const id = what === 'machines' ? groupOf(child) : await webRtcOf(child);
      process.kill(id, 'SIGSTOP');
      still.add(id);
    },
    async goOn() {
      for (const id of still) process.kill(id, 'SIGCONT');
      still.clear();
    },
    async end() {
      if (isOver()) return;
      const ended = once(child, 'exit');
      // Had the class ended first, its WebRTC would still close every connection.
      process.kill(groupOf(child), 'SIGKILL');
      await ended;
    },
  };
}

function groupOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the machines did not start');
  return -pid;
}

async function webRtcOf({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  for (const line of stdout.split('\n')) {
    const [, id, parent] = /^\s*(\d+)\s+(\d+)\s/.exec(line) ?? [];
    if (Number(parent) === pid && line.includes(WEBRTC)) return Number(id);
  }
  throw new Error('the machines have no WebRTC process');
}
