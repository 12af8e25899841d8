/** Turns off all sound outputs of the person, by PulseAudio or PipeWire, which share their command. */
import { type ChildProcess, spawn } from 'node:child_process';
import { runProgram } from './run-program.ts';

/** The command ends when the sound server is started again. */
const RESUBSCRIBE_DELAY_MS = 1_000;

export type Sound = {
  mute(isMuted: boolean): Promise<void>;
  onUndone(listener: () => void): () => void;
  stop(): Promise<void>;
};

export const canMute = async (): Promise<boolean> => (await runProgram('pactl', ['info'])) !== undefined;

export function createSound(): Sound {
  const listeners = new Set<() => void>();
  /** The outputs that were on before. Those that the student has turned off stay off. */
  const muted = new Set<string>();
  let subscription: ChildProcess | undefined;
  let isHeld = false;

  /** Notices a student who turns the sound on, and outputs that are plugged in. */
  const subscribe = () => {
    if (subscription !== undefined || !isHeld) return;
    const child = spawn('pactl', ['subscribe'], { stdio: ['ignore', 'pipe', 'ignore'] });
    subscription = child;
    child.stdout.on('data', (data: Buffer) => {
      if (/ on (sink|server)\b/.test(String(data))) for (const listener of listeners) listener();
    });
    child.on('error', () => {});
    child.once('close', () => {
      subscription = undefined;
      if (isHeld) setTimeout(subscribe, RESUBSCRIBE_DELAY_MS).unref();
    });
  };

  async function mute(isMuted: boolean): Promise<void> {
    isHeld = isMuted;
    if (isMuted) {
      subscribe();
      for (const sink of await audibleSinks()) {
        muted.add(sink);
        await setMute(sink, true);
      }
      return;
    }
    subscription?.kill();
    for (const sink of muted) await setMute(sink, false);
    muted.clear();
  }

  return {
    mute,
    onUndone(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => (isHeld ? mute(false) : Promise.resolve()),
  };
}

const setMute = (sink: string, isMuted: boolean) =>
  runProgram('pactl', ['set-sink-mute', sink, isMuted ? '1' : '0']);

/** The names of the outputs that are on. */
async function audibleSinks(): Promise<readonly string[]> {
  const lines = (await runProgram('pactl', ['list', 'short', 'sinks'])) ?? '';
  const names = lines.split('\n').flatMap((line) => line.split('\t')[1] ?? []);
  const states = await Promise.all(names.map((name) => runProgram('pactl', ['get-sink-mute', name])));
  return names.filter((_, at) => / no\s*$/.test(states[at] ?? ''));
}
