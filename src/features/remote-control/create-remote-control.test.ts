import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RemoteControlAnswer } from '#live/on-demand.ts';
import type { NewToast } from '#shell/toasts/toasts.ts';
import { createRemoteControl } from './create-remote-control.ts';
import { m } from './messages.ts';
import type { Reached, ScreenChannel } from './reach-screen.ts';
import type { Controller } from './taken-over.ts';
import type { OpenViewer, ViewerEnd, ViewerEvents } from './viewer-door.ts';

const client = { clientId: 'c1', userId: 'u1', authType: 'user' } as const;
const other = { ...client, clientId: 'c2' } as const;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

function createFakeWatch() {
  const listeners = new Set<() => void>();
  let controller: Controller | undefined;
  return {
    get: () => controller,
    subscribe(call: () => void) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    close: vi.fn(),
    say(next: Controller | undefined) {
      controller = next;
      for (const call of [...listeners]) call();
    },
  };
}

function stage(
  reach: (url: string, channel: ScreenChannel) => Reached = (_, channel) => ({ name: 'reached', channel }),
) {
  const log: string[] = [];
  const watch = createFakeWatch();
  const stopped: string[] = [];
  let sessions = 0;
  const shown: NewToast[] = [];
  const answers: ((answer: RemoteControlAnswer) => void)[] = [];
  const viewers: { on: ViewerEvents; password: string }[] = [];
  const channel = { readyState: 1, close: () => log.push('channel closed') } as unknown as ScreenChannel;
  const openViewer: OpenViewer = ({ password }, on) => {
    viewers.push({ on, password });
    return {
      element: {} as HTMLElement,
      focus: () => log.push('focus'),
      hold: (key, isDown) => log.push(`${key} ${isDown ? 'down' : 'up'}`),
      release: () => log.push('let go'),
      tab: () => log.push('tab'),
      ctrlAltDel: () => log.push('ctrl+alt+del'),
      end: () => log.push('viewer ended'),
    };
  };
  let load = async () => openViewer;
  let certificate: string | undefined = 'https://demo.example/v1/vnc/ca?tenant=demo';
  const control = createRemoteControl({
    start: ({ clientId }) => {
      sessions += 1;
      log.push(`start ${clientId}`);
      const answer = new Promise<RemoteControlAnswer>((resolve) => answers.push(resolve));
      return { sessionId: `session-${sessions}`, answer };
    },
    stop({ clientId }, sessionId) {
      log.push(`stop ${clientId}`);
      stopped.push(sessionId);
    },
    reach: async (signal, url) => (signal.aborted ? { name: 'aborted' } : reach(url, channel)),
    loadViewer: () => load(),
    show: (toast) => void shown.push(toast),
    certificate: async () => certificate,
    watch: () => watch,
  });
  const access = (url = 'wss://host/'): RemoteControlAnswer => ({ ok: true, url, password: 'once' });
  return {
    control,
    log,
    stopped,
    shown,
    viewers,
    access,
    watch,
    withoutCertificate: () => {
      certificate = undefined;
    },
    failToLoad: () => {
      load = () => Promise.reject(new Error('offline'));
    },
    answer: async (answer: RemoteControlAnswer) => {
      answers.shift()?.(answer);
      await settle();
    },
    async open(answer = access()) {
      void control.open({ client, name: 'Maya' });
      answers.shift()?.(answer);
      await settle();
    },
    end: async (how: ViewerEnd) => {
      viewers.at(-1)?.on.closed(how);
      await settle();
    },
  };
}

it('asks the device, then shows its screen', async () => {
  const { control, answer, access, viewers, log } = stage();
  void control.open({ client, name: 'Maya' });
  expect(control.get()).toEqual({ name: 'connecting', deviceName: 'Maya' });
  await answer(access());
  expect(control.get()).toMatchObject({ name: 'open', isReady: false });
  expect(viewers[0]?.password).toBe('once');
  viewers[0]?.on.ready();
  expect(control.get()).toMatchObject({ isReady: true });
  control.close();
  expect(control.get()).toEqual({ name: 'closed' });
  expect(log).toEqual(['start c1', 'viewer ended', 'stop c1']);
});

it.each<[string, Reached['name'], string, readonly NewToast['type'][]]>([
  ['says so where nothing comes back', 'silent', 'wss://host/', ['error']],
  ['tells of the certificate where a secure address refuses', 'refused', 'wss://host/', ['error', 'info']],
  ['does not where there is none', 'refused', 'ws://127.0.0.1/', ['error']],
])('%s', async (_, name, url, types) => {
  const { open, access, shown, log, control } = stage(() => ({ name }) as Reached);
  await open(access(url));
  expect(shown.map(({ type }) => type)).toEqual(types);
  expect(shown[0]).toMatchObject({
    text: 'The remote control was stopped because the student machine is not reachable from your current network',
    closable: true,
  });
  if (types.length > 1)
    expect(shown[1]).toMatchObject({
      closable: true,
      link: { href: 'https://demo.example/v1/vnc/ca?tenant=demo' },
    });
  expect([control.get().name, log.at(-1)]).toEqual(['closed', 'stop c1']);
});

it.each([
  ['silent', m.noAnswer({ name: 'Maya' })],
  ['unavailable', m.notAvailable({ name: 'Maya' })],
  ['refused', m.notStarted({ name: 'Maya' })],
])('says why it was not begun: %s', async (reason, text) => {
  const { open, shown, log, control } = stage();
  await open({ ok: false, reason });
  expect(shown).toEqual([{ type: 'error', text, closable: true }]);
  // Whoever was silent may hear of it yet, and would open its screen for nobody.
  const stops = reason === 'silent' ? ['stop c1'] : [];
  expect([control.get().name, log]).toEqual(['closed', ['start c1', ...stops]]);
});

it.each<[ViewerEnd, readonly string[]]>([
  ['lost', [m.unreachable, m.certificate]],
  ['wrong-password', [m.wrongPassword]],
  // A machine shows its screen to one viewer: perhaps another tab of this tutor has it now, and would lose it.
  ['left', [m.ended({ name: 'Maya' })]],
])('closes when its connection is %s', async (how, texts) => {
  const { open, end, shown, control, log } = stage();
  await open();
  await end(how);
  expect(shown.map(({ text }) => text)).toEqual(texts);
  expect([control.get().name, log]).toEqual([
    'closed',
    ['start c1', 'viewer ended', ...(how === 'left' ? [] : ['stop c1'])],
  ]);
});

it('says that there is no certificate to download where the platform has none', async () => {
  const { open, access, shown, withoutCertificate } = stage(() => ({ name: 'refused' }));
  withoutCertificate();
  await open(access('wss://host/'));
  await settle();
  expect(shown.map(({ text }) => text)).toEqual([m.unreachable, m.noCertificate]);
  expect(shown[1]?.link).toBeUndefined();
});

describe('a device that somebody else controls', () => {
  const anna = { sessionId: 'elsewhere', tutorName: 'Anna\u202e' };

  it('is taken over by who confirms it, and by nobody else', async () => {
    const { control, log, answer, access } = stage();
    void control.open({ client, name: 'Maya', controller: anna });
    expect(control.get()).toEqual({ name: 'asking', deviceName: 'Maya', tutorName: 'Anna' });
    control.close();
    expect([control.get().name, log]).toEqual(['closed', []]);
    void control.open({ client, name: 'Maya', controller: anna });
    void control.open({ client: other, name: 'Ben' });
    control.takeOver();
    control.takeOver();
    await answer(access());
    expect([control.get().name, log]).toEqual(['open', ['start c1']]);
  });

  it('is asked for without a question where it is a session of this tab that is just ending', async () => {
    const { open, control, log } = stage();
    await open();
    control.close();
    void control.open({ client, name: 'Maya', controller: { sessionId: 'session-1' } });
    expect([control.get().name, log.at(-1)]).toEqual(['connecting', 'start c1']);
  });

  it.each([
    ['before', 'Anna'],
    ['after', 'Anna'],
    ['before', undefined],
  ])(
    'says who has taken it over, where the device says so %s the screen is gone: %s',
    async (when, tutorName) => {
      const { open, end, shown, watch, log } = stage();
      await open();
      watch.say({ sessionId: 'session-1' });
      const next = { sessionId: 'elsewhere', ...(tutorName !== undefined && { tutorName }) };
      if (when === 'before') watch.say(next);
      await end('left');
      if (when === 'after') {
        expect(shown).toEqual([]);
        watch.say(next);
        await settle();
      }
      const text = tutorName ? m.takenOverBy({ name: 'Maya', tutor: 'Anna' }) : m.takenOver({ name: 'Maya' });
      expect(shown.map((toast) => toast.text)).toEqual([text]);
      expect(watch.close).toHaveBeenCalledOnce();
      expect(log).not.toContain('stop c1');
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('was ended by the device where that still speaks of this session', async () => {
    const { open, end, shown, watch } = stage();
    await open();
    watch.say({ sessionId: 'session-1' });
    await end('left');
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(shown.map(({ text }) => text)).toEqual([m.ended({ name: 'Maya' })]);
    expect(watch.close).toHaveBeenCalledOnce();
  });

  it('is not watched any more once the tutor has left it', async () => {
    const { open, control, watch } = stage();
    await open();
    control.close();
    expect(watch.close).toHaveBeenCalledOnce();
  });
});

it('holds keys down until they are pressed again, come up by hand, or it ends', async () => {
  const { open, control, log } = stage();
  await open();
  const held = () => {
    const state = control.get();
    return state.name === 'open' ? [...state.held] : [];
  };
  control.toggle('control');
  control.toggle('alt');
  control.toggle('windows');
  control.toggle('alt');
  expect(held()).toEqual(['control', 'windows']);
  control.keyUp({ code: 'ControlLeft' });
  control.keyUp({ code: 'KeyA' });
  expect(held()).toEqual(['windows']);
  control.tab();
  control.toggle('control');
  control.ctrlAltDel();
  expect(held()).toEqual(['windows']);
  control.close();
  expect(log.slice(1)).toEqual([
    ...['control down', 'alt down', 'windows down', 'alt up', 'tab', 'control down', 'ctrl+alt+del'],
    ...['windows up', 'viewer ended', 'stop c1'],
  ]);
});

it('says which of its sessions it stops', async () => {
  const { open, end, control, answer, access, stopped } = stage();
  await open();
  control.close();
  void control.open({ client, name: 'Maya' });
  control.close();
  void control.open({ client: other, name: 'Ben' });
  await answer(access());
  expect(stopped).toEqual(['session-1', 'session-2', 'session-2']);
  await answer(access());
  await end('lost');
  expect(stopped.at(-1)).toBe('session-3');
});

it('is one at a time', async () => {
  const { open, control, log } = stage();
  await open();
  await control.open({ client: other, name: 'Ben' });
  expect(log).toEqual(['start c1']);
});

it('lets go of a device that answers after it was given up', async () => {
  const { control, answer, access, log, viewers } = stage();
  void control.open({ client, name: 'Maya' });
  control.close();
  expect(log).toEqual(['start c1', 'stop c1']);
  void control.open({ client: other, name: 'Ben' });
  await answer(access());
  expect(log).toEqual(['start c1', 'stop c1', 'start c2', 'stop c1']);
  await answer(access());
  expect(viewers).toHaveLength(1);
});

it('leaves a device alone that was asked anew meanwhile', async () => {
  const { control, answer, access, log, viewers } = stage();
  void control.open({ client, name: 'Maya' });
  control.close();
  void control.open({ client, name: 'Maya' });
  await answer(access());
  await answer(access());
  expect(log).toEqual(['start c1', 'stop c1', 'start c1']);
  expect(viewers).toHaveLength(1);
});

it('says so where its viewer does not load', async () => {
  const { open, failToLoad, shown, log } = stage();
  failToLoad();
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await open();
  expect(logged).toHaveBeenCalledOnce();
  expect(shown.map(({ text }) => text)).toEqual([m.viewerFailed]);
  expect(log.slice(1)).toEqual(['channel closed', 'stop c1']);
});

it('is over where the connection has closed before there is a viewer', async () => {
  const { open, shown, viewers, log } = stage((_, channel) => {
    Object.assign(channel, { readyState: 3 });
    return { name: 'reached', channel };
  });
  await open();
  expect(shown[0]?.text).toBe(m.unreachable);
  expect([viewers, log.at(-1)]).toEqual([[], 'stop c1']);
});

it('gives up on a machine that shows nothing, and waits no longer once it does', async () => {
  const mute = stage();
  await mute.open();
  vi.advanceTimersByTime(14_999);
  expect(mute.control.get().name).toBe('open');
  vi.advanceTimersByTime(1);
  expect([mute.control.get().name, mute.shown[0]?.text]).toEqual(['closed', m.unreachable]);

  const seen = stage();
  await seen.open();
  seen.viewers[0]?.on.ready();
  expect(vi.getTimerCount()).toBe(0);
  const left = stage();
  await left.open();
  left.control.close();
  expect(vi.getTimerCount()).toBe(0);
});
