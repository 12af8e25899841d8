/** The screen of one device, with actions and calls controlled by the test. Needs fake timers. */
import { vi } from 'vitest';
import type { ActionRunState } from '#live/action-run.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import { createLiveScreen } from '../create-live-screen.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor, VisitEnd } from '../peer-visitor.ts';

/** A device that is requested to send its screen, controlled by the test. */
export function setUpLiveScreen() {
  const asked: {
    awaited?: AwaitedCall;
    on?: AwaitEvents;
    answer(state: ActionRunState): void;
    over: string[];
  }[] = [];
  let address = async () => 'tutor-peer';
  let backOnline: () => void = () => {};
  const firstFrames: (() => void)[] = [];
  const stopped: string[] = [];
  const screen = createLiveScreen({
    clientId: 'c1',
    address: () => address(),
    awaitCalls(awaited, on) {
      const current = asked.at(-1);
      if (current) Object.assign(current, { awaited, on });
      return () => void current?.over.push('awaiting');
    },
    ask() {
      let answer: (state: ActionRunState) => void = () => {};
      const done = new Promise<ActionRunState>((resolve) => {
        answer = resolve;
      });
      const current = { answer, over: [] as string[] };
      asked.push(current);
      return { id: `run${asked.length}`, done, forget: () => void current.over.push('run') };
    },
    onFirstFrame(_stream, _stats, call) {
      firstFrames.push(call);
      return () => void stopped.push('first frame');
    },
    onBackOnline(call) {
      backOnline = call;
      return () => void stopped.push('online');
    },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  });
  const states: string[] = [];
  const note = () => {
    const state = screen.get();
    states.push(state.name === 'thumbnails' ? `thumbnails ${state.reason}` : state.name);
  };
  screen.subscribe(note);
  /** The device of the newest attempt calls and sends a stream, without a frame yet. */
  function calls(stream = createStream()) {
    let tellClosed: (how: VisitEnd) => void = () => {};
    const closed = new Promise<VisitEnd>((resolve) => {
      tellClosed = resolve;
    });
    asked.at(-1)?.on?.visitor({
      closed,
      stats: async () => new Map(),
      onStream(call: (stream: MediaStream) => void) {
        call(stream as unknown as MediaStream);
        return () => {};
      },
    } as unknown as PeerVisitor);
    return { stream, end: () => tellClosed('left') };
  }
  const frame = () => firstFrames.at(-1)?.();
  return {
    screen,
    asked,
    states,
    stopped,
    calls,
    frame,
    comesBack: () => backOnline(),
    setAddress: (next: typeof address) => {
      address = next;
    },
  };
}

function createStream() {
  const track = new EventTarget();
  return { getVideoTracks: () => [track], endTrack: () => track.dispatchEvent(new Event('ended')) };
}

/** Ends the run of the action with this answer. */
export function answered({ state, code }: Pick<Answer, 'state'> & { code?: string }): ActionRunState {
  const answer: Answer = { clientId: 'c1', state };
  if (code !== undefined) answer.reply = { ok: false, code } as NonNullable<Answer['reply']>;
  return { delivery: { name: 'sent', expiresAt: 0 }, answers: new Map([['c1', answer]]), ended: true };
}
export const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
