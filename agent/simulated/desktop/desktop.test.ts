import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../core/fake-clock.ts';
import type { Picture } from '../../core/screen.ts';
import { createDesktop } from './desktop.ts';
import { createLayerCache } from './layer-cache.ts';

const DISPLAYS = [
  { id: 'd1', primary: true, width: 1920, height: 1080 },
  { id: 'd2', primary: false, width: 1280, height: 1024 },
];

function create(options: { seed?: string; look?: 'windows' | 'chromeos' } = {}) {
  const clock = createFakeClock();
  const desktop = createDesktop({
    seed: options.seed ?? 'a',
    look: options.look ?? 'windows',
    userName: 'Maya Lind',
    displays: DISPLAYS,
    privacy: false,
    clock,
    layers: createLayerCache({ mostBytes: 50_000_000 }),
  });
  const draw = (displayId = 'd1', width = 320, height = 180) =>
    desktop.draw({ displayId, width, height, quality: 40 }) as Picture;
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

  it('closes, opens and focuses tabs', () => {
    const { desktop } = create({ look: 'chromeos' });
    const [first] = desktop.tabs();
    expect(desktop.closeTabs([first?.tabId ?? '', 'gone'])).toEqual([first?.tabId]);
    expect(desktop.tabs().map(({ tabId }) => tabId)).not.toContain(first?.tabId);
    expect(desktop.launch({ url: 'https://news.example/today' })).toBe(true);
    expect(desktop.tabs().at(-1)).toMatchObject({ url: 'https://news.example/today', active: true });
    const [other] = desktop.tabs();
    expect(desktop.focusTab(other?.tabId ?? '', undefined)).toBe(true);
    expect(desktop.tabs().find(({ active }) => active)?.tabId).toBe(other?.tabId);
  });

  it('starts programs on Windows only', () => {
    expect(create({ look: 'chromeos' }).desktop.launch({ command: 'calc.exe', args: '' })).toBe(false);
    const { desktop } = create();
    expect(desktop.launch({ command: 'C:\\Tools\\calc.exe', args: '' })).toBe(true);
    expect(desktop.applications().find(({ active }) => active)).toMatchObject({ processName: 'calc.exe' });
  });

  it('shows locks, signs and messages in the picture', () => {
    const { desktop, draw } = create();
    const seen = new Set<string>();
    const look = () => seen.add(Buffer.from(draw().bytes).toString('base64'));
    look();
    desktop.show({ muted: true, inputsBlocked: false });
    look();
    desktop.show({ muted: true, inputsBlocked: true });
    look();
    desktop.show({ muted: true, inputsBlocked: false, lock: { name: 'message', text: 'Look here' } });
    look();
    desktop.show({
      muted: true,
      inputsBlocked: false,
      lock: { name: 'address', url: 'https://page.example' },
    });
    look();
    desktop.show({ muted: true, inputsBlocked: false });
    desktop.notify({ title: 'Hello', message: 'Five minutes left' });
    look();
    expect(seen.size).toBe(6);
  });
});
