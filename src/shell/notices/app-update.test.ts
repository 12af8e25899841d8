import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { beginWork } from '#ui/begun-work/begun-work.ts';
import { createFakeLockManager } from '#ui/begun-work/fakes/fake-lock-manager.ts';
import { acceptUpdate, declineUpdate, followAppUpdates, updateNow } from './app-update.ts';
import { appUpdate } from './app-update-state.ts';

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  readonly told: unknown[] = [];
  postMessage(message: unknown) {
    this.told.push(message);
  }
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  checks = 0;
  fails = false;
  async update() {
    this.checks += 1;
    if (this.fails) throw new TypeError('no network');
  }
  /** A new version has been found and installs. */
  find(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    return worker;
  }
  installed(worker: FakeWorker) {
    const replaced = this.waiting;
    this.installing = null;
    this.waiting = worker;
    worker.become('installed');
    replaced?.become('redundant');
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  known: FakeRegistration | undefined;
  readonly registration: FakeRegistration;
  constructor(registration: FakeRegistration) {
    super();
    this.registration = registration;
  }
  getRegistration = async () => this.known;
  change() {
    this.controller = new FakeWorker();
    this.dispatchEvent(new Event('controllerchange'));
  }
}

class FakeDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
}

function setUp(kind: 'first visit' | 'controlled' | 'uncontrolled' = 'controlled') {
  const registration = new FakeRegistration();
  const container = new FakeContainer(registration);
  if (kind !== 'first visit') {
    registration.active = new FakeWorker();
    container.known = registration;
    if (kind === 'controlled') container.controller = registration.active;
  }
  const page = { window: new EventTarget(), document: new FakeDocument() };
  const reload = vi.fn();
  const opened: { terminate: Mock<() => void> }[] = [];
  const openWorker = () => {
    const worker = { terminate: vi.fn() };
    opened.push(worker);
    return worker;
  };
  const start = () =>
    followAppUpdates(
      {
        container: container as unknown as ServiceWorkerContainer,
        ...page,
        register: async () => registration as unknown as ServiceWorkerRegistration,
        nowMs: () => Date.now(),
        reload,
        openWorker,
      },
      stop.signal,
    );
  return { registration, container, ...page, reload, opened, start };
}

let stop = new AbortController();
beforeEach(() => {
  vi.useFakeTimers();
  stop = new AbortController();
  appUpdate.state = 'none';
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

test('a new version is offered when it is installed, and nothing reloads', async () => {
  const { registration, reload, start } = setUp();
  await start();
  const next = registration.find();
  expect(appUpdate.state).toBe('none');
  registration.installed(next);
  expect(appUpdate.state).toBe('ready');
  expect(next.told).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

test('one that waits since before the page is offered at once', async () => {
  const { registration, start } = setUp();
  registration.waiting = new FakeWorker();
  registration.waiting.state = 'installed';
  await start();
  expect(appUpdate.state).toBe('ready');
});

test('one that is being installed when the page opens is offered too', async () => {
  const { registration, start } = setUp();
  const next = new FakeWorker();
  registration.installing = next;
  await start();
  registration.installed(next);
  expect(appUpdate.state).toBe('ready');
});

test('the very first version is no update', async () => {
  const { registration, container, reload, start } = setUp('first visit');
  await start();
  registration.installed(registration.find());
  container.change();
  expect(appUpdate.state).toBe('none');
  expect(reload).not.toHaveBeenCalled();
  container.change();
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that the running version does not serve, after a forced reload, changes over as well', async () => {
  const { container, reload, start } = setUp('uncontrolled');
  await start();
  container.change();
  expect(reload).toHaveBeenCalledOnce();
});

test('yes tells the version that waits now, and the page reloads when it has taken over', async () => {
  const { registration, container, reload, start } = setUp();
  await start();
  const first = registration.find();
  registration.installed(first);
  const second = registration.find();
  registration.installed(second);
  expect(appUpdate.state).toBe('ready');
  await acceptUpdate();
  expect(appUpdate.state).toBe('changing');
  expect(first.told).toEqual([]);
  expect(second.told).toEqual([{ type: 'SKIP_WAITING' }]);
  expect(reload).not.toHaveBeenCalled();
  container.change();
  expect(reload).toHaveBeenCalledOnce();
  expect(appUpdate.state).toBe('changing');
  // The browser has asked whether to leave the page, and the person stays.
  await vi.advanceTimersByTimeAsync(3_000);
  expect(appUpdate.state).toBe('taken-over');
});

test('a browser that leaves a version waiting after a yes is made to look again, until it has taken over', async () => {
  const { registration, opened, start } = setUp();
  await start();
  const next = registration.find();
  registration.installed(next);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(0);
  await acceptUpdate();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(opened).toHaveLength(2);
  next.become('activating');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(2);
  for (const { terminate } of opened) expect(terminate).toHaveBeenCalled();
});

describe('while something has been begun in some tab', () => {
  const skipped = [{ type: 'SKIP_WAITING' }];
  let end = () => {};
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: createFakeLockManager() });
    end = beginWork();
  });
  afterEach(() => {
    end();
    vi.unstubAllGlobals();
  });

  async function accepted() {
    const { registration, start } = setUp();
    await start();
    const next = registration.find();
    registration.installed(next);
    const changed = acceptUpdate();
    await vi.advanceTimersByTimeAsync(0);
    return { registration, next, changed };
  }

  test('a yes waits for its end', async () => {
    const { next, changed } = await accepted();
    expect([appUpdate.state, next.told]).toEqual(['waiting', []]);
    end();
    await changed;
    expect([appUpdate.state, next.told]).toEqual(['changing', skipped]);
  });

  test('a yes that does not want to wait is taken at once', async () => {
    const { next, changed } = await accepted();
    updateNow();
    await changed;
    expect([appUpdate.state, next.told]).toEqual(['changing', skipped]);
  });

  test('a yes is taken back by a no', async () => {
    const { next, changed } = await accepted();
    declineUpdate();
    await changed;
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect([appUpdate.state, next.told]).toEqual(['none', []]);
  });

  test('a yes is good for a newer version that comes meanwhile', async () => {
    const { registration, next, changed } = await accepted();
    const newer = registration.find();
    registration.installed(newer);
    expect(appUpdate.state).toBe('waiting');
    end();
    await changed;
    expect([next.told, newer.told]).toEqual([[], skipped]);
  });
});

test('a no holds for this version, not for the next', async () => {
  const { registration, reload, start } = setUp();
  await start();
  const first = registration.find();
  registration.installed(first);
  declineUpdate();
  expect(appUpdate.state).toBe('none');
  expect(first.told).toEqual([]);
  registration.installed(registration.find());
  expect(appUpdate.state).toBe('ready');
  expect(reload).not.toHaveBeenCalled();
});

test('an offer whose version has gone is no offer', async () => {
  const { registration, start } = setUp();
  await start();
  const next = registration.find();
  registration.installed(next);
  registration.waiting = null;
  next.become('redundant');
  expect(appUpdate.state).toBe('none');
});

test('a new version is looked for every hour, and when the person comes back, at most once a minute', async () => {
  const { registration, window, document, start } = setUp();
  await start();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(registration.checks).toBe(1);
  window.dispatchEvent(new Event('focus'));
  expect(registration.checks).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(registration.checks).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(registration.checks).toBe(2);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(registration.checks).toBe(3);
});

test('a look without network is tried again later, and none happens after the end', async () => {
  const { registration, window, start } = setUp();
  registration.fails = true;
  await start();
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(registration.checks).toBe(2);
  stop.abort();
  await vi.advanceTimersByTimeAsync(7_200_000);
  window.dispatchEvent(new Event('focus'));
  expect(registration.checks).toBe(2);
});
