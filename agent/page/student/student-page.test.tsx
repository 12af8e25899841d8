import { beforeEach, expect, it } from 'vitest';
import { createPageMemory } from '../page-memory.ts';
import type { StudentSite } from '../platform/student-site.ts';
import { createStudentPage } from './student-page.ts';
import type { JoinOutcome, PartEnd, TakingPart } from './taking-part.ts';

const MIA = { name: 'Mia' };
const site = { siteId: 'riverside', siteName: 'Riverside School', students: 'name' } as StudentSite;

/** Whoever takes part says when they are let in no more; a test sees that nothing of them runs on. */
function setUp() {
  const memory = createPageMemory({ storage: localStorage, random: () => 0.5 });
  const parts: { end(how: PartEnd): void; hasLeft: boolean }[] = [];
  const page = createStudentPage({
    memory,
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
    tellOutside: () => {},
  });
  return { memory, page, parts };
}

beforeEach(() => localStorage.clear());

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
