/** Stream, thumbnails and what stands in their place, without a browser's pictures. */

import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import type { LiveScreenState } from '#peer/live-screen.ts';
import type { ClientChange, LiveClient, WatchView } from '#protocol/threads/live-worker.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { LivePicture } from './live-picture.tsx';

const STREAM = new MediaStream();

const record = {
  clientId: 'c1',
  userId: 'u1',
  authType: 'user' as const,
  isOffline: false,
  lastUpdated: 0,
  info: {
    type: 'windowsAgent',
    version: '',
    displays: [{ id: 'a', primary: true }, { id: 'b' }],
    device: {},
  },
} as unknown as LiveClient;

function createFakeLiveScreen() {
  let state: LiveScreenState = { name: 'starting' };
  let call = () => {};
  const opened: (string | undefined)[] = [];
  let openCount = 0;
  return {
    opened,
    openCount: () => openCount,
    set(next: LiveScreenState) {
      state = next;
      act(() => call());
    },
    open(_: unknown, displayId: string | undefined) {
      opened.push(displayId);
      openCount += 1;
      return {
        subscribe(listener: () => void) {
          call = listener;
          return () => {};
        },
        get: () => state,
        close: () => {
          openCount -= 1;
        },
      };
    },
  };
}

function show(first: { shared?: MediaStream; displayId?: string } = {}) {
  const devices = createDeviceStore();
  const views: WatchView[] = [];
  let painted: (() => void) | undefined;
  const watch: GroupWatch = {
    id: 'w',
    devices,
    orders: { subscribe: () => () => {}, get: () => [] },
    look: (view) => views.push(view),
    refresh: () => {},
    restart: () => {},
    updateCount: () => 0,
    paint: (_clientId, _canvas, onPainted) => {
      painted = onPainted;
      return () => {};
    },
  };
  devices.apply({ removed: [], changes: [record] });
  const live = createFakeLiveScreen();
  const chosen: (string | undefined)[] = [];
  const queries = createQueryClient();
  const element = (client: LiveClient, more: { shared?: MediaStream; displayId?: string }) => (
    <QueryClientProvider client={queries}>
      <LivePicture
        watch={watch}
        client={client}
        name="Ada"
        stale={undefined}
        displayId={more.displayId}
        onChooseDisplay={(id) => chosen.push(id)}
        shared={more.shared}
        openLive={live.open}
      />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(element(record, first));
  return {
    live,
    chosen,
    view: () => views.at(-1),
    change: (change: Partial<ClientChange>, more = first) =>
      rerender(element({ ...record, ...change } as LiveClient, more)),
    unmount,
    paint: () =>
      act(() => {
        devices.setThumbnailState('c1', 'shown');
        painted?.();
      }),
  };
}
const video = () => document.querySelector('video') as HTMLVideoElement;
const shown = () => document.querySelector('[data-shown]')?.getAttribute('data-shown');
const firstFrame = () => fireEvent.loadedData(video());

function setTabVisible(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  fireEvent(document, new Event('visibilitychange'));
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('begins with thumbnails at full quality, and the words that it connects', () => {
  const { view } = show();
  expect(view()).toMatchObject({ visible: ['c1'], quality: 100, displays: {} });
  expect(screen.getAllByText('Connecting to the screen…')).toHaveLength(2);
});

test('with neither stream nor thumbnail it says so', () => {
  const { live } = show();
  live.set({ name: 'thumbnails', reason: 'slow' });
  expect(screen.getByText('screenshot is unavailable')).toBeDefined();
});

test('where nothing is shared any more nothing old is seen, and the stream is asked for when something is', () => {
  const { live, change } = show();
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  expect(shown()).toBe('stream');
  const info = record.info as NonNullable<LiveClient['info']>;
  change({ info: { ...info, type: 'extension', displays: [] } });
  expect(shown()).toBe('thumbnail');
  expect(screen.getByText('No screen is shared')).toBeDefined();
  change({ info: { ...info, displays: [] } });
  expect(screen.getByText('screenshot is unavailable')).toBeDefined();
  change({ info });
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  expect(shown()).toBe('stream');
});

test('the thumbnail stays until the stream has its first frame, and is not asked for any more', () => {
  const { live, paint, view } = show();
  paint();
  expect(screen.getByText('A picture every 5 s')).toBeDefined();
  live.set({ name: 'live', stream: STREAM });
  expect(shown()).toBe('thumbnail');
  expect(video().srcObject).toBe(STREAM);
  firstFrame();
  expect(shown()).toBe('stream');
  expect(screen.getByText('Live')).toBeDefined();
  vi.advanceTimersByTime(200);
  expect(view()?.visible).toEqual([]);
});

test('a still of the stream stays until a thumbnail has come', () => {
  const { live, paint, view } = show();
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  live.set({ name: 'thumbnails', reason: 'ended' });
  expect(shown()).toBe('still');
  expect(video().srcObject).toBeNull();
  expect(screen.queryByText('Live')).toBeNull();
  vi.advanceTimersByTime(400);
  expect(view()?.visible).toEqual(['c1']);
  paint();
  expect(shown()).toBe('thumbnail');
  expect(video().srcObject).toBeNull();
});

test('a thumbnail that was on its way does not take the place of the stream', () => {
  const { live, paint } = show();
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  paint();
  expect(shown()).toBe('stream');
});

test('with privacy on there is no picture, and nobody is asked for one', () => {
  const { live, change, view } = show();
  change({ statuses: { privacy: true } as never });
  expect(screen.getByText('Privacy is enabled. Application monitoring is off.')).toBeDefined();
  expect(video()).toBeNull();
  expect(live.openCount()).toBe(0);
  vi.advanceTimersByTime(400);
  expect(view()?.visible).toEqual([]);
});

test('after privacy there is a thumbnail again, not the stream of before', () => {
  const { live, change, paint } = show();
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  change({ statuses: { privacy: true } as never });
  live.set({ name: 'starting' });
  change({});
  expect(shown()).toBe('thumbnail');
  paint();
  expect(shown()).toBe('thumbnail');
});

test('another display is another live screen, and another thumbnail', () => {
  const { live, chosen, change, view } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Display 2' }));
  expect(chosen).toEqual(['b']);
  change({}, { displayId: 'b' });
  expect(live.opened).toEqual([undefined, 'b']);
  expect(live.openCount()).toBe(1);
  vi.advanceTimersByTime(400);
  expect(view()?.displays).toEqual({ c1: 'b' });
});

test('what this tab passes on is shown, and not asked for once more', () => {
  const { live } = show({ shared: STREAM });
  expect(video().srcObject).toBe(STREAM);
  expect(live.opened).toEqual([]);
  firstFrame();
  expect(screen.getByText('The screen that you pass on')).toBeDefined();
});

test('a tab that nobody sees gives its stream up as it does thumbnails, and keeps the last frame of it', () => {
  const { live } = show();
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  setTabVisible(false);
  wait(4_999);
  expect([live.openCount(), shown()]).toEqual([1, 'stream']);
  wait(1);
  expect([live.openCount(), shown()]).toEqual([0, 'still']);
  live.set({ name: 'starting' });
  setTabVisible(true);
  wait(999);
  expect(live.openCount()).toBe(0);
  wait(1);
  expect([live.openCount(), shown()]).toEqual([1, 'still']);
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  expect(shown()).toBe('stream');
});

test('who only looks elsewhere for a moment keeps the stream', () => {
  const { live } = show();
  live.set({ name: 'live', stream: STREAM });
  firstFrame();
  setTabVisible(false);
  wait(4_000);
  setTabVisible(true);
  wait(60_000);
  expect([live.opened.length, live.openCount(), shown()]).toEqual([1, 1, 'stream']);
});

test('what this tab passes on goes on while it is hidden', () => {
  show({ shared: STREAM });
  firstFrame();
  setTabVisible(false);
  wait(60_000);
  expect([video().srcObject, shown()]).toEqual([STREAM, 'stream']);
});

test('nothing runs on after it', () => {
  const { live, unmount } = show();
  live.set({ name: 'live', stream: STREAM });
  const element = video();
  unmount();
  expect(live.openCount()).toBe(0);
  expect(element.srcObject).toBeNull();
});

test('no stream is requested of a device that cannot send one', () => {
  const { live, change } = show();
  expect(live.openCount()).toBe(1);
  change({ info: { ...record.info, unsupported: ['liveScreen'] } as LiveClient['info'] });
  expect(live.openCount()).toBe(0);
});
