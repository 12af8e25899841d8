import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '#protocol/live-action.ts';
import type { ActionRunState } from '../live/action-run.ts';
import { createLiveScreen } from './create-live-screen.ts';
import { PeerFailure } from './peer-failure.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor, VisitEnd } from './peer-visitor.ts';

/** A device that is asked for its screen, and does what a test wants. */
function setUp() {
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
  /** The device of the newest attempt calls and sends; without a picture so far. */
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
    ...{ screen, asked, states, stopped, calls, frame },
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

function answered({ state, code }: Pick<Answer, 'state'> & { code?: string }): ActionRunState {
  const answer: Answer = { clientId: 'c1', state };
  if (code !== undefined) answer.reply = { ok: false, code } as NonNullable<Answer['reply']>;
  return { delivery: { name: 'sent', expiresAt: 0 }, answers: new Map([['c1', answer]]), ended: true };
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('the stream is tried first; live only when a first picture has come', async () => {
  const { screen, asked, states, calls, frame } = setUp();
  await wait(0);
  expect(asked[0]?.awaited).toMatchObject({ purpose: 'live', reference: 'run1' });
  expect(asked[0]?.awaited?.isWelcome('c1')).toBe(true);
  expect(asked[0]?.awaited?.isWelcome('c2')).toBe(false);
  const { stream } = calls();
  await wait(1_000);
  expect([states, screen.get()]).toEqual([[], { name: 'starting' }]);
  frame();
  expect(screen.get()).toEqual({ name: 'live', stream });
  await wait(120_000);
  expect(states).toEqual(['live']);
  expect(asked).toHaveLength(1);
});

test('thumbnails when none has started within 5 s; the stream takes over when it comes after all', async () => {
  const { states, calls, frame } = setUp();
  await wait(4_999);
  expect(states).toEqual([]);
  await wait(1);
  expect(states).toEqual(['thumbnails slow']);
  calls();
  frame();
  expect(states).toEqual(['thumbnails slow', 'live']);
});

test('what took 20 s is asked for anew after a pause', async () => {
  const { asked, states, calls, stopped } = setUp();
  await wait(1_000);
  calls();
  await wait(19_000);
  expect(states).toEqual(['thumbnails slow', 'thumbnails silent']);
  expect(asked[0]?.over).toEqual(['awaiting', 'run']);
  expect(stopped).toEqual(['first frame']);
  await wait(9_999);
  expect(asked).toHaveLength(1);
  await wait(1);
  expect(asked).toHaveLength(2);
});

test.each(['no-screen', 'privacy'])('%s: thumbnails at once, and tried again', async (code) => {
  const { asked, states } = setUp();
  await wait(100);
  asked[0]?.answer(answered({ state: 'failed', code }));
  await wait(0);
  expect(states).toEqual([`thumbnails ${code}`]);
  await wait(10_000);
  expect(asked).toHaveLength(2);
  expect(states).toHaveLength(1);
});

test('a device that cannot is asked again only when it comes back', async () => {
  const { asked, comesBack } = setUp();
  await wait(0);
  asked[0]?.answer(answered({ state: 'failed', code: 'unsupported' }));
  await wait(600_000);
  expect(asked).toHaveLength(1);
  comesBack();
  await wait(0);
  expect(asked).toHaveLength(2);
});

test('a device that confirmed may take its time to call', async () => {
  const { asked, states, calls, frame } = setUp();
  await wait(0);
  asked[0]?.answer(answered({ state: 'confirmed' }));
  await wait(3_000);
  calls();
  frame();
  expect(states).toEqual(['live']);
});

test.each([
  [
    'a call that does not come about',
    'unreachable',
    (s: ReturnType<typeof setUp>) => s.asked[0]?.on?.failed?.('c1'),
  ],
  ['a call that ends before its picture', 'unreachable', (s: ReturnType<typeof setUp>) => s.calls().end()],
  ['silence', 'silent', (s: ReturnType<typeof setUp>) => s.asked[0]?.answer(answered({ state: 'silent' }))],
])('%s: thumbnails', async (_, reason, happens) => {
  const device = setUp();
  await wait(0);
  happens(device);
  await wait(0);
  expect(device.states).toEqual([`thumbnails ${reason}`]);
});

test('without peer connections there are thumbnails, and the reason', async () => {
  const { screen, setAddress, asked } = setUp();
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  setAddress(async () => {
    throw new PeerFailure('no-ice-servers');
  });
  await wait(0);
  // The first attempt had its address; the next has none.
  asked[0]?.answer(answered({ state: 'silent' }));
  await wait(10_000);
  expect(screen.get()).toEqual({ name: 'thumbnails', reason: 'no-ice-servers' });
  expect(info).toHaveBeenCalledOnce();
  info.mockRestore();
});

test('pauses grow from 10 s to 60 s', async () => {
  const { asked } = setUp();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    await wait(0);
    asked.at(-1)?.answer(answered({ state: 'silent' }));
    await wait(0);
    const since = Date.now();
    while (asked.length === attempt) await wait(1_000);
    pauses.push((Date.now() - since) / 1_000);
  }
  expect(pauses).toEqual([10, 20, 40, 60, 60, 60]);
});

test('a stream that stood begins the pauses anew, and so does a device that came back', async () => {
  const { asked, calls, frame, comesBack } = setUp();
  const fails = async (pauseMs: number) => {
    await wait(0);
    asked.at(-1)?.answer(answered({ state: 'silent' }));
    const before = asked.length;
    await wait(pauseMs - 1);
    expect(asked).toHaveLength(before);
    await wait(1);
    expect(asked).toHaveLength(before + 1);
  };
  await fails(10_000);
  await fails(20_000);
  const visit = calls();
  frame();
  visit.end();
  await wait(10_000);
  expect(asked).toHaveLength(4);
  await fails(20_000);
  comesBack();
  await fails(10_000);
});

test.each(['connection', 'track'])(
  'a stream whose %s ends gives way to thumbnails at once, and is tried again',
  async (what) => {
    const { asked, states, calls, frame } = setUp();
    await wait(0);
    const visit = calls();
    frame();
    if (what === 'track') visit.stream.endTrack();
    else visit.end();
    await wait(0);
    expect(states).toEqual(['live', 'thumbnails ended']);
    expect(asked[0]?.over).toEqual(['awaiting', 'run']);
    await wait(10_000);
    calls();
    frame();
    expect(states).toEqual(['live', 'thumbnails ended', 'live']);
  },
);

test('back online: tried at once, not when the pause is over, and not twice', async () => {
  const { asked, states, comesBack } = setUp();
  await wait(0);
  asked[0]?.answer(answered({ state: 'silent' }));
  await wait(2_000);
  comesBack();
  await wait(0);
  expect(asked).toHaveLength(2);
  comesBack();
  await wait(0);
  expect(asked).toHaveLength(3);
  expect(asked[1]?.over).toEqual(['awaiting', 'run']);
  await wait(19_000);
  expect(asked).toHaveLength(3);
  expect(states).toEqual(['thumbnails silent']);
});

test('back online means nothing to a stream that stands', async () => {
  const { asked, calls, frame, comesBack } = setUp();
  await wait(0);
  calls();
  frame();
  comesBack();
  await wait(60_000);
  expect(asked).toHaveLength(1);
});

test('closed: everything of it ends, and nobody is told', async () => {
  const { screen, asked, states, stopped, calls, frame } = setUp();
  await wait(0);
  const visit = calls();
  frame();
  screen.close();
  expect(vi.getTimerCount()).toBe(0);
  visit.end();
  await wait(120_000);
  expect(states).toEqual(['live']);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.over).toEqual(['awaiting', 'run']);
  expect(stopped).toContain('online');
  expect(vi.getTimerCount()).toBe(0);
});

test('closed before the address is known: nothing is asked', async () => {
  const { screen, asked } = setUp();
  screen.close();
  expect(vi.getTimerCount()).toBe(0);
  await wait(60_000);
  expect(asked).toEqual([]);
});

test('closed in a pause: no further attempt', async () => {
  const { screen, asked } = setUp();
  await wait(0);
  asked[0]?.answer(answered({ state: 'silent' }));
  await wait(1_000);
  screen.close();
  expect(vi.getTimerCount()).toBe(0);
  await wait(120_000);
  expect(asked).toHaveLength(1);
});
