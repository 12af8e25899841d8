/** Temporary notices from tutors: notifications, and pages to open. */
import { createObservable } from '#protocol/observable.ts';
import type { Notice } from '../../student-ui/student-state.ts';
import type { TabMemory } from '../tab-memory.ts';

const MAX_SHOWN = 6;
const MAX_KNOWN = 50;

export type Notices = ReturnType<typeof createNotices>;

/**
 * Creates the notices. Those that the student has not dismissed return after a reload of the tab.
 * `notifyOutside` also shows a notice outside the page, if the student has allowed that.
 */
export function createNotices(deps: {
  tab: Pick<TabMemory, 'notices'>;
  newId: () => string;
  notifyOutside: (title: string, message: string) => void;
}) {
  const { tab } = deps;
  const before = tab.notices.get();
  const shown = createObservable<readonly Notice[]>(before?.shown ?? []);
  let known = before?.known ?? [];
  let hasStopped = false;

  const put = (notices: readonly Notice[]) => {
    shown.set(notices);
    tab.notices.set({ shown: [...notices], known });
  };
  const add = (notice: Notice, others: readonly Notice[]) => {
    known = [...known, notice.id].slice(-MAX_KNOWN);
    put([...others, notice].slice(-MAX_SHOWN));
  };
  return {
    shown,
    /** Shows a notification once per action `id`, because a console repeats an unanswered action. */
    notify({ id = deps.newId(), title, message }: { id?: string; title: string; message: string }) {
      if (hasStopped || known.includes(id)) return;
      add({ id, name: 'notification', title, message }, shown.get());
      deps.notifyOutside(title, message);
    },
    offerPage(url: string) {
      if (hasStopped) return;
      // A page that was requested twice is offered once.
      const others = shown.get().filter((notice) => notice.name !== 'page' || notice.url !== url);
      add({ id: deps.newId(), name: 'page', url }, others);
      deps.notifyOutside('', url);
    },
    dismiss(id: string) {
      if (!hasStopped) put(shown.get().filter((notice) => notice.id !== id));
    },
    /** Stops showing and storing notices, because the student leaves. */
    stop(): void {
      hasStopped = true;
    },
  };
}
