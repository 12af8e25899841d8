import { beforeEach, expect, it, vi } from 'vitest';
import { createTabMemory } from '../tab-memory.ts';
import { createNotices } from './student-notices.ts';

const FIVE = { id: 'action-1', title: 'Five minutes', message: 'Save your work' };

function load() {
  let last = 0;
  const notifyOutside = vi.fn();
  const tab = createTabMemory({ storage: sessionStorage });
  const notices = createNotices({ tab, notifyOutside, newId: () => `own-${Date.now()}-${++last}` });
  return { notices, notifyOutside };
}
const titles = ({ notices }: ReturnType<typeof load>) =>
  notices.shown.get().map((notice) => (notice.name === 'page' ? notice.url : notice.title));

beforeEach(() => sessionStorage.clear());

it('shows after a reload what the student has not put away', () => {
  const before = load();
  before.notices.notify(FIVE);
  before.notices.notify({ ...FIVE, id: 'action-2', title: 'Two minutes' });
  before.notices.offerPage('https://example.org/');
  before.notices.dismiss('action-1');
  const after = load();
  expect(titles(after)).toEqual(['Two minutes', 'https://example.org/']);
  expect(after.notifyOutside).not.toHaveBeenCalled();
});

it('shows a message once that is said again after a reload, also one that was put away', () => {
  load().notices.notify(FIVE);
  const after = load();
  after.notices.notify(FIVE);
  expect(titles(after)).toEqual(['Five minutes']);
  after.notices.dismiss(FIVE.id);
  const later = load();
  later.notices.notify(FIVE);
  expect([titles(later), later.notifyOutside.mock.calls]).toEqual([[], []]);
});

it('keeps nothing for a student who leaves', () => {
  const { notices } = load();
  notices.stop();
  notices.notify(FIVE);
  expect(titles(load())).toEqual([]);
});
