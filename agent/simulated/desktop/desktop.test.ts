import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { lockOf } from '../../core/actions/lock.ts';
import { type DeviceState, FRESH_STATE, type Lock, NO_HOLD } from '../../core/device-state.ts';
import type { ScreenPicture } from '../../core/screen.ts';
import { createDesktop } from './desktop.ts';
import { createLayerCache, type LayerCache } from './layer-cache.ts';

const words = (text: string): Lock => ({
  name: 'message',
  text,
  blocks: text === '' ? [] : [{ heading: 0, align: 'left', depth: 0, runs: [{ text }] }],
});
const DISPLAYS = [
  { id: 'd1', primary: true, width: 1920, height: 1080 },
  { id: 'd2', primary: false, width: 1280, height: 1024 },
];

function create(
  options: {
    seed?: string;
    look?: 'windows' | 'chromeos';
    layers?: LayerCache;
    onDrawn?: (frame: { displayId: string }) => void;
  } = {},
) {
  const clock = createFakeClock();
  const desktop = createDesktop({
    seed: options.seed ?? 'a',
    look: options.look ?? 'windows',
    userName: 'Maya Lind',
    displays: DISPLAYS,
    privacy: false,
    clock,
    layers: options.layers ?? createLayerCache({ maxBytes: 50_000_000 }),
    onDrawn: options.onDrawn,
  });
  const draw = (displayId = 'd1', width = 320, height = 180) =>
    desktop.draw({ displayId, width, height, quality: 40 }) as ScreenPicture;
  return { clock, desktop, draw };
}

describe('a drawn desktop', () => {
  it.each(['windows', 'chromeos'] as const)(
    'is the same picture for the same seed and time (%s)',
    async (look) => {
      const painting = create({ look });
      for (let elapsedMs = 0; elapsedMs < 300_000; elapsedMs += 31_000) {
        // One has painted all the time, the other is new and has nothing kept.
        const fresh = create({ look });
        await fresh.clock.advance(elapsedMs);
        expect(Buffer.compare(painting.draw().bytes, fresh.draw().bytes)).toBe(0);
        await painting.clock.advance(31_000);
      }
    },
  );

  it('differs between students and changes with time', async () => {
    const { clock, draw } = create();
    const first = Buffer.from(draw().bytes);
    expect(first.equals(create({ seed: 'b' }).draw().bytes)).toBe(false);
    await clock.advance(5_000);
    expect(first.equals(draw().bytes)).toBe(false);
  });

  it('keeps the shape of its display inside the wanted size and never grows beyond it', () => {
    const { draw } = create();
    expect(draw('d1', 320, 180)).toMatchObject({ width: 320, height: 180 });
    expect(draw('d2', 320, 180)).toMatchObject({ width: 225, height: 180 });
    expect(draw('d1', 7_680, 4_320)).toMatchObject({ width: 1920, height: 1080 });
  });

  it('lists what the picture shows: one active tab or application', async () => {
    const { clock, desktop } = create();
    for (let i = 0; i < 20; i++) {
      const active = desktop.applications().filter((application) => application.active);
      expect(active).toHaveLength(1);
      const tab = desktop.tabs().find((candidate) => candidate.active);
      expect(active[0]?.appId === 'browser').toBe(tab !== undefined);
      if (tab) expect(active[0]?.title).toContain(tab.title);
      await clock.advance(40_000);
    }
  });

  it('tells its lists’ changes while somebody listens, and has no timer otherwise', async () => {
    const { clock, desktop } = create();
    expect(clock.pending()).toBe(0);
    const changes: string[] = [];
    const ignore = desktop.onChange((change) => changes.push(change));
    await clock.advance(300_000);
    expect(changes).toContain('tabs');
    ignore();
    expect(clock.pending()).toBe(0);
  });

  it.each<[string, Partial<DeviceState>]>([
    ['locked', { lock: words('Listen') }],
    ['without mouse and keyboard', { inputsBlocked: true }],
  ])('changes nothing by itself while it is %s, and goes on from there', async (_, held) => {
    const { clock, desktop } = create();
    let changes = 0;
    desktop.onChange(() => (changes += 1));
    const lists = () => JSON.stringify([desktop.tabs(), desktop.applications()]);
    await clock.advance(100_000);
    desktop.show({ ...FRESH_STATE, ...held });
    const [before, changesBefore] = [lists(), changes];
    await clock.advance(3_600_000);
    expect([lists(), changes]).toEqual([before, changesBefore]);
    desktop.show(FRESH_STATE);
    expect(lists()).toBe(before);
    await clock.advance(300_000);
    expect(changes).toBeGreaterThan(changesBefore);
  });

  it('closes, opens and focuses tabs', () => {
    const { desktop } = create({ look: 'chromeos' });
    const [first] = desktop.tabs();
    expect(desktop.closeTabs([first?.tabId ?? '', 'gone'])).toEqual({ ok: true });
    expect(desktop.tabs().map(({ tabId }) => tabId)).not.toContain(first?.tabId);
    expect(desktop.launch({ url: 'https://news.example/today' })).toEqual({ ok: true });
    expect(desktop.tabs().at(-1)).toMatchObject({ url: 'https://news.example/today', active: true });
    const [other] = desktop.tabs();
    expect(desktop.focusTab(other?.tabId ?? '', undefined)).toEqual({ ok: true });
    expect(desktop.tabs().find(({ active }) => active)?.tabId).toBe(other?.tabId);
  });

  it('brings windows to the front, the browser with the page that it shows', () => {
    const { desktop } = create();
    const active = () => desktop.applications().find((each) => each.active)?.windowId;
    void desktop.launch({ command: 'calc.exe', args: '' });
    void desktop.launch({ url: 'https://news.example/today' });
    for (const { windowId } of desktop.applications()) {
      expect(desktop.focusApplication(windowId)).toEqual({ ok: true });
      expect(active()).toBe(windowId);
    }
    expect(desktop.focusApplication('gone')).toMatchObject({ code: 'refused' });
    expect(active()).toBe(desktop.applications().at(-1)?.windowId);
  });

  it('starts programs on Windows only', () => {
    expect(create({ look: 'chromeos' }).desktop.launch({ command: 'calc.exe', args: '' })).toMatchObject({
      code: 'refused',
    });
    const { desktop } = create();
    expect(desktop.launch({ command: 'C:\\Tools\\calc.exe', args: '' })).toEqual({ ok: true });
    expect(desktop.applications().find(({ active }) => active)).toMatchObject({ processName: 'calc.exe' });
  });

  const poll = { id: 'q', tutorId: 't', question: 'Which?', answers: ['Red', 'Blue'], multiselect: false };
  const power = { action: 'reboot', endsAt: 1_700_000_030_000, message: '', allowToAbort: true } as const;
  const transfer = { id: 'x', tutorId: 't', direction: 'to-device', folder: '', peerId: 'p' } as const;
  const file = { name: 'task.pdf', sizeBytes: 5 };
  const STATES: Record<string, Partial<DeviceState>> = {
    'nothing at all': {},
    'the lock': { lock: words('') },
    'the lock’s words': { lock: words('Look here') },
    'bold words': { lock: lockOf({ content: '<b>Look here</b>' }) },
    'leaning words': { lock: lockOf({ content: '<i>Look here</i>' }) },
    'underlined words': { lock: lockOf({ content: '<u>Look here</u>' }) },
    'coloured words': { lock: lockOf({ content: '<span style="color: #ff8800">Look here</span>' }) },
    'a heading': { lock: lockOf({ content: '<h1>Look here</h1>' }) },
    'words at the right': { lock: lockOf({ content: '<p style="text-align: right">Look here</p>' }) },
    'a list': { lock: lockOf({ content: '<ul><li>Look here</li></ul>' }) },
    'a list with numbers': { lock: lockOf({ content: '<ol><li>Look here</li></ol>' }) },
    'a page that is held': { lock: { name: 'address', url: 'https://page.example' } },
    'the tab that is held': { lock: { name: 'current-tab' } },
    'the muted sign': { muted: true },
    'the muted sign on a locked screen': { muted: true, lock: words('') },
    'paused inputs': { inputsBlocked: true },
    'a poll': { poll },
    'the chosen answer': { poll: { ...poll, answer: 'A' } },
    'another answer': { poll: { ...poll, answer: 'B' } },
    'ten answers': { poll: { ...poll, answers: [...'abcdefghij'] } },
    'a short answer': { poll: { ...poll, answers: [] } },
    'the words of a short answer': { poll: { ...poll, answers: [], answer: 'Because' } },
    'the question for a name': { nameRequested: true },
    'the question for full screen': { fullScreen: 'requested' },
    'full screen': { fullScreen: 'FULL' },
    'a countdown': { power },
    'another countdown': { power: { ...power, action: 'sleep' } },
    'a countdown with a message': { power: { ...power, message: 'Save your work' } },
    'a countdown over the lock': { power, lock: words('') },
    'a tutor’s screen': { broadcast: { sessionId: 's', tutorId: 't', tutorName: 'Anna' } },
    'another tutor’s screen': { broadcast: { sessionId: 's', tutorId: 't', tutorName: 'Ben' } },
    'a tutor’s screen over the lock': {
      broadcast: { sessionId: 's', tutorId: 't', tutorName: 'Anna' },
      lock: words(''),
    },
    'a shared display': { shares: [{ sessionId: 's', tutorId: 't', displayId: 'd1' }] },
    'remote control': { remoteControl: { tutorId: 't', sessionId: 'r' } },
    'a chat room': { rooms: [{ roomId: 'r', messages: [] }] },
    'what is said there': { rooms: [{ roomId: 'r', messages: [{ id: 'm', name: 'Ben', message: 'Hi' }] }] },
    'files that come': { transfers: [{ ...transfer, files: [file] }] },
    'a file that is wanted': { transfers: [{ ...transfer, direction: 'from-device', files: [file] }] },
    'who was signed in': { login: { username: 'maya' } },
    'no sleep, by a policy': { policies: { ...NO_HOLD, sleepBlocked: true } },
    'no keys, by a policy': { policies: { ...NO_HOLD, keysBlocked: true } },
    'pictures of the screen, by a policy': { policies: { ...NO_HOLD, captured: true } },
    'and where': { login: { username: 'maya', domain: 'SCHOOL' } },
  };

  it('shows everything that is done to it, each in a picture of its own', () => {
    const seen = new Map<string, string>();
    for (const [what, state] of Object.entries(STATES)) {
      const { desktop, draw } = create();
      desktop.show({ ...FRESH_STATE, ...state });
      const picture = Buffer.from(draw().bytes).toString('base64');
      expect(seen.get(picture), `${what} looks like something else`).toBeUndefined();
      seen.set(picture, what);
    }
  });

  it('shows what policies do as it shows what tutors do', () => {
    const shown = (state: Partial<DeviceState>) => {
      const { desktop, draw } = create();
      desktop.show({ ...FRESH_STATE, ...state });
      return Buffer.from(draw().bytes);
    };
    const held = { ...NO_HOLD, active: ['p'] };
    const lock = lockOf({ content: 'Wait' });
    expect(shown({ policies: { ...held, muted: true } }).equals(shown({ muted: true }))).toBe(true);
    expect(shown({ policies: { ...held, lock } }).equals(shown({ lock }))).toBe(true);
    const both = { lock: words('Mine'), policies: { ...held, lock } };
    expect(shown(both).equals(shown({ lock: words('Mine') }))).toBe(true);
  });

  const HOSTILE = [
    'W'.repeat(10_000),
    '😀👩‍🏫'.repeat(2_000),
    `\u202e${'right to left '.repeat(700)}`,
    '<img src=x onerror=alert(1)><script>alert(1)</script>'.repeat(200),
    'line\n'.repeat(2_000),
    '\u0000\ud800',
  ];
  it.each(HOSTILE)('draws words that are meant to break it, and soon: %#', (text) => {
    const { desktop, draw } = create();
    desktop.notify({ title: text, message: text });
    desktop.show({
      ...FRESH_STATE,
      poll: { ...poll, question: text, answers: [text, text] },
      login: { username: text, domain: text },
      power: { ...power, message: text },
      broadcast: { sessionId: 's', tutorId: 't', tutorName: text },
      rooms: [{ roomId: 'r', messages: [{ id: 'm', name: text, message: text }] }],
    });
    draw();
    desktop.show({ ...FRESH_STATE, lock: lockOf({ content: text }) });
    draw();
    desktop.show({ ...FRESH_STATE, lock: words(text) });
    expect(draw().bytes.byteLength).toBeGreaterThan(1_000);
  });

  it('reads a text without the marks that turn its direction', () => {
    const shown = (message: string) => {
      const { desktop, draw } = create();
      desktop.notify({ title: 'Hello', message });
      return Buffer.from(draw().bytes);
    };
    expect(shown('\u202eabc\u2066').equals(shown('abc'))).toBe(true);
  });

  it.each(Object.keys(STATES))('shows a plain desktop again after %s', async (what) => {
    const { desktop, draw, clock } = create();
    const fresh = create();
    desktop.show({ ...FRESH_STATE, ...STATES[what] });
    draw();
    desktop.show(FRESH_STATE);
    for (const each of [clock, fresh.clock]) await each.advance(15_000);
    expect(Buffer.compare(draw().bytes, fresh.draw().bytes)).toBe(0);
  });

  it('counts down in the picture and in its version', async () => {
    const { clock, desktop, draw } = create();
    desktop.show({ ...FRESH_STATE, lock: words(''), power });
    const [before, version] = [Buffer.from(draw().bytes), desktop.pictureVersion('d1')];
    await clock.advance(1_000);
    expect(before.equals(draw().bytes)).toBe(false);
    expect(desktop.pictureVersion('d1')).not.toBe(version);
  });

  it('shows a message for a while', async () => {
    const { desktop, draw, clock } = create();
    const fresh = create();
    const notification = { title: 'Hello', message: '<b>Five</b> minutes left' };
    desktop.notify(notification);
    expect(desktop.notification()).toEqual(notification);
    expect(Buffer.compare(draw().bytes, fresh.draw().bytes)).not.toBe(0);
    for (const each of [clock, fresh.clock]) await each.advance(12_000);
    expect(desktop.notification()).toBeUndefined();
    expect(Buffer.compare(draw().bytes, fresh.draw().bytes)).toBe(0);
  });

  it('shows signs on every display and dialogues on the primary one', () => {
    const second = (state: Partial<DeviceState>) => {
      const { desktop, draw } = create();
      desktop.show({ ...FRESH_STATE, ...state });
      return Buffer.from(draw('d2').bytes).toString('base64');
    };
    expect(second({ poll })).toBe(second({}));
    expect(second({ muted: true })).not.toBe(second({}));
  });

  it('takes a picture by itself at full size, in either format, and keeps nothing for it', () => {
    const layers = createLayerCache({ maxBytes: 50_000_000 });
    const drawn: string[] = [];
    const { desktop } = create({ layers, onDrawn: ({ displayId }) => drawn.push(displayId) });
    const request = { displayId: 'd1', width: 1920, height: 1080, quality: 60, single: true };
    const webp = desktop.draw({ ...request, format: 'webp' }) as ScreenPicture;
    const jpeg = desktop.draw(request) as ScreenPicture;
    expect([webp.contentType, Buffer.from(webp.bytes).toString('latin1', 8, 12)]).toEqual([
      'image/webp',
      'WEBP',
    ]);
    expect([jpeg.contentType, [...jpeg.bytes.slice(0, 2)]]).toEqual(['image/jpeg', [0xff, 0xd8]]);
    expect(jpeg).toMatchObject({ width: 1920, height: 1080 });
    expect([layers.bytes(), drawn]).toEqual([0, []]);
  });
});
