import { beforeEach, expect, it, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { FRESH_STATE } from '../../core/device-state.ts';
import { createPageMemory } from '../page-memory.ts';
import type { StudentSite } from '../platform/student-site.ts';
import { createTabMemory } from '../tab-memory.ts';
import { createStudentPage } from './student-page.ts';
import type { JoinOutcome, PartEnd, TakingPart } from './taking-part.ts';

const MIA = { name: 'Mia' };
const site = { siteId: 'riverside', siteName: 'Riverside School', students: 'name' } as StudentSite;

/** Whoever takes part says when they are let in no more; a test sees that nothing of them runs on. */
function setUp(clock = createFakeClock()) {
  const memory = createPageMemory({ storage: localStorage });
  const tab = createTabMemory({ storage: sessionStorage });
  const parts: { end(how: PartEnd): void; hasLeft: boolean }[] = [];
  const forgetFiles = vi.fn(async () => memory.received.set(undefined));
  const page = createStudentPage({
    memory,
    tab,
    clock,
    forgetFiles,
    link: { site: 'riverside', key: 'k' },
    findSite: async () => ({ name: 'found', site }),
    async takePart(): Promise<JoinOutcome> {
      let end: (how: PartEnd) => void = () => {};
      const ended = new Promise<PartEnd>((resolve) => {
        end = resolve;
      });
      const part = { end, hasLeft: false };
      parts.push(part);
      const leave = async () => {
        part.hasLeft = true;
      };
      return { name: 'joined', part: { person: MIA, ended, leave } as TakingPart };
    },
    becomeOnly: async () => {},
    notifyOutside: () => {},
  });
  return { memory, tab, page, parts, forgetFiles };
}

const MINUTE_MS = 60_000;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('ends everything of a student who leaves', async () => {
  const { memory, page, parts } = setUp();
  await page.start();
  await page.join(MIA);
  expect(page.state.get().name).toBe('taking-part');
  await page.leave();
  expect(page.state.get()).toEqual({ name: 'welcome', site, joining: false, hasLeft: true });
  expect([parts[0]?.hasLeft, memory.takesPart.get()]).toEqual([true, undefined]);
});

it('remembers neither the name nor the choices of a student who has left, and does remember who was only shut out', async () => {
  const { memory, page, parts } = setUp();
  await page.start();
  await page.join(MIA);
  expect(memory.person.get()).toEqual(MIA);
  memory.privacy.set(true);
  parts[0]?.end('refused');
  await expect.poll(() => page.state.get().name).toBe('welcome');
  expect([memory.person.get(), memory.privacy.get()]).toEqual([MIA, true]);
  await page.join(MIA);
  await page.leave();
  expect([memory.person.get(), memory.privacy.get()]).toEqual([undefined, undefined]);
});

it.each(['refused', 'bad-link'] as const)(
  'ends everything of a student whom the site lets in no more, and says so: %s',
  async (problem) => {
    const { memory, page, parts } = setUp();
    await page.start();
    await page.join(MIA);
    parts[0]?.end(problem);
    await expect.poll(() => page.state.get()).toEqual({ name: 'welcome', site, joining: false, problem });
    expect([parts[0]?.hasLeft, memory.takesPart.get()]).toEqual([true, undefined]);
  },
);

it('takes what is said of somebody who has left for nobody else', async () => {
  const { page, parts } = setUp();
  await page.start();
  await page.join(MIA);
  await page.leave();
  await page.join(MIA);
  parts[0]?.end('refused');
  await Promise.resolve();
  expect([page.state.get().name, parts[1]?.hasLeft]).toEqual(['taking-part', false]);
});

it('joins at once after a reload of the same tab', async () => {
  const clock = createFakeClock();
  const before = setUp(clock);
  await before.page.start();
  await before.page.join(MIA);
  await clock.advance(120 * MINUTE_MS);
  const { page, parts } = setUp(clock);
  await page.start();
  expect([page.state.get().name, parts.length]).toEqual(['taking-part', 1]);
});

it('asks whether it is still the same student, where the browser was closed', async () => {
  const before = setUp();
  await before.page.start();
  await before.page.join(MIA);
  sessionStorage.clear();
  const { page, parts } = setUp();
  await page.start();
  expect(page.state.get()).toEqual({ name: 'still-you', site, person: MIA });
  expect(parts).toEqual([]);
  await page.isStillMe();
  expect(page.state.get().name).toBe('taking-part');
});

it('asks so in the same tab, where nobody was here for an hour', async () => {
  const clock = createFakeClock();
  const before = setUp(clock);
  await before.page.start();
  await before.page.join(MIA);
  const after = (ms: number) => setUp(createFakeClock({ startMs: clock.now() + ms })).page;
  const soon = after(59 * MINUTE_MS);
  await soon.start();
  expect(soon.state.get().name).toBe('taking-part');
  const late = after(59 * MINUTE_MS + 61 * MINUTE_MS);
  await late.start();
  expect(late.state.get().name).toBe('still-you');
});

it('asks so where the clock of the computer was set back, because nobody knows for how long the student was away', async () => {
  const clock = createFakeClock();
  const before = setUp(clock);
  await before.page.start();
  await before.page.join(MIA);
  const { page } = setUp(createFakeClock({ startMs: clock.now() - 24 * 60 * MINUTE_MS }));
  await page.start();
  expect(page.state.get().name).toBe('still-you');
});

it('keeps nothing of a student who was here before, where it is somebody else', async () => {
  const before = setUp();
  await before.page.start();
  await before.page.join(MIA);
  before.memory.privacy.set(true);
  before.memory.holdState({ ...FRESH_STATE, name: 'Mia B.' });
  before.memory.device.set({ hostname: 'page-1', clientKey: 'k' });
  before.memory.received.set({ person: MIA, files: [{ key: 'f', name: 'a.txt', size: 1, at: 0 }] });
  sessionStorage.clear();
  const { memory, page, forgetFiles } = setUp();
  await page.start();
  await page.isSomebodyElse();
  expect(page.state.get()).toEqual({ name: 'welcome', site, joining: false });
  expect(forgetFiles).toHaveBeenCalledOnce();
  const kept = [memory.person, memory.takesPart, memory.privacy, memory.received].map((slot) => slot.get());
  expect(kept).toEqual([undefined, undefined, undefined, undefined]);
  expect([memory.heldState(), memory.device.get()?.hostname]).toEqual([{}, 'page-1']);
  const next = setUp();
  await next.page.start();
  expect(next.page.state.get().name).toBe('welcome');
});
