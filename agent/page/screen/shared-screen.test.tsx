import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSharedScreen, SHARED_DISPLAY } from './shared-screen.ts';

class FakeTrack extends EventTarget {
  readyState = 'live';
  contentHint = '';
  readonly clones: FakeTrack[] = [];
  readonly surface: string;
  constructor(surface = 'monitor') {
    super();
    this.surface = surface;
  }
  getSettings = () => ({ displaySurface: this.surface, width: 1_280, height: 720 });
  clone() {
    const clone = new FakeTrack(this.surface);
    this.clones.push(clone);
    return clone;
  }
  stop() {
    this.readyState = 'ended';
  }
}
class FakeStream {
  readonly tracks: Set<FakeTrack>;
  constructor(tracks: FakeTrack[] = []) {
    this.tracks = new Set(tracks);
  }
  getTracks = () => [...this.tracks];
  getVideoTracks = this.getTracks;
  addTrack = (track: FakeTrack) => this.tracks.add(track);
  removeTrack = (track: FakeTrack) => this.tracks.delete(track);
}

beforeEach(() => vi.stubGlobal('MediaStream', FakeStream));
afterEach(() => vi.unstubAllGlobals());

function stage() {
  const next: (FakeTrack | Error | Promise<FakeTrack>)[] = [];
  const onChange = vi.fn();
  const video = Object.assign(new EventTarget(), { srcObject: null, play: async () => {} });
  const shared = createSharedScreen({
    async capture() {
      const track = await next.shift();
      if (track instanceof Error) throw track;
      return new FakeStream(track ? [track] : []) as unknown as MediaStream;
    },
    makeVideo: () => video as unknown as HTMLVideoElement,
    onChange,
  });
  return { shared, next, onChange };
}
const unchanged = () => expect.unreachable('nothing else was shared');
const denied = () => Object.assign(new Error('no'), { name: 'NotAllowedError' });

it('is a display while something is shared', async () => {
  const { shared, next, onChange } = stage();
  expect(shared.displays()).toEqual([]);
  next.push(new FakeTrack('window'));
  await shared.choose();
  expect(shared.displays()).toEqual([
    { id: SHARED_DISPLAY, name: 'Window', primary: true, width: 1_280, height: 720 },
  ]);
  expect(onChange).toHaveBeenCalled();
  shared.stop();
  expect(shared.displays()).toEqual([]);
});

it('says why nothing is shared', async () => {
  const { shared, next } = stage();
  next.push(denied());
  expect(await shared.choose()).toEqual({ name: 'none', why: 'refused' });
  next.push(new Error('broken'));
  expect(await shared.choose()).toEqual({ name: 'none', why: 'failed' });
  // Where the system keeps the browser from recording, choosing again does not help.
  next.push(Object.assign(denied(), { message: 'Permission denied by system' }));
  expect(await shared.choose()).toEqual({ name: 'none', why: 'failed' });
});

it('hears of it when the browser ends the share, and those who look do too', async () => {
  const { shared, next } = stage();
  const track = new FakeTrack();
  next.push(track);
  await shared.choose();
  shared.stream(undefined, unchanged);
  const ended = vi.fn();
  track.clones[0]?.addEventListener('ended', ended);
  track.dispatchEvent(new Event('ended'));
  expect(shared.state.get()).toEqual({ name: 'none', why: 'ended' });
  expect(ended).toHaveBeenCalledOnce();
  expect(track.clones[0]?.readyState).toBe('ended');
  expect(shared.streams()).toBe(0);
});

it('gives each peer tracks of its own, and ends only those', async () => {
  const { shared, next } = stage();
  const track = new FakeTrack();
  next.push(track);
  await shared.choose();
  const one = shared.stream(SHARED_DISPLAY, unchanged);
  shared.stream(undefined, unchanged);
  expect(shared.stream('another', unchanged)).toBeUndefined();
  expect(shared.streams()).toBe(2);
  if (one) shared.release(one);
  expect(track.clones.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
  expect(track.readyState).toBe('live');
  shared.endStreams();
  expect(shared.streams()).toBe(0);
  expect(shared.state.get().name).toBe('shared');
});

it('goes on with what was shared where the student does not choose another, and until that one is there', async () => {
  const { shared, next, onChange } = stage();
  const first = new FakeTrack();
  next.push(first, denied());
  await shared.choose();
  await shared.choose();
  expect(shared.state.get().name).toBe('shared');
  expect(first.readyState).toBe('live');
  const second = new FakeTrack('browser');
  next.push(second);
  onChange.mockImplementation(() => expect(shared.displays()).toHaveLength(1));
  await shared.choose();
  expect(first.readyState).toBe('ended');
  expect(shared.displays()[0]?.name).toBe('Browser tab');
});

it('sends those who look what is shared instead, and ends it for nobody', async () => {
  const { shared, next } = stage();
  const [first, second] = [new FakeTrack(), new FakeTrack('window')];
  next.push(first, second);
  await shared.choose();
  const replaced = vi.fn();
  const stream = shared.stream(undefined, replaced);
  const ended = vi.fn();
  first.clones[0]?.addEventListener('ended', ended);
  await shared.choose();
  expect(replaced.mock.calls).toEqual([[first.clones[0], second.clones[0]]]);
  expect(ended).not.toHaveBeenCalled();
  expect([first, ...first.clones].map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  expect([second.clones[0]?.readyState, second.clones[0]?.contentHint]).toEqual(['live', 'detail']);
  expect([stream?.getTracks(), shared.streams()]).toEqual([second.clones, 1]);
  // What is sent now is what ends now.
  if (stream) shared.release(stream);
  expect([second.clones[0]?.readyState, shared.streams()]).toEqual(['ended', 0]);
});

it('captures nothing for a student who chooses after they have left', async () => {
  const { shared, next, onChange } = stage();
  const first = new FakeTrack();
  next.push(first);
  await shared.choose();
  shared.stream(undefined, unchanged);
  let choose: (track: FakeTrack) => void = () => {};
  next.push(
    new Promise((resolve) => {
      choose = resolve;
    }),
  );
  const choosing = shared.choose();
  shared.close();
  const late = new FakeTrack('window');
  choose(late);
  expect(await choosing).toEqual({ name: 'none' });
  expect([first, ...first.clones, late].map(({ readyState }) => readyState)).toEqual(Array(3).fill('ended'));
  onChange.mockClear();
  next.push(new FakeTrack());
  expect(await shared.choose()).toEqual({ name: 'none' });
  expect([next.length, onChange.mock.calls]).toEqual([1, []]);
});
