/** What tutors put before the student for a while: notifications, and pages to open. */
import { createObservable } from '../observable.ts';

export type Notice =
  | { id: number; name: 'notification'; title: string; message: string }
  | { id: number; name: 'page'; url: string };

const MOST_SHOWN = 6;

export type Notices = ReturnType<typeof createNotices>;

/** `tellOutside`: beside the page, where the student has allowed that. */
export function createNotices(deps: { tellOutside: (title: string, message: string) => void }) {
  const shown = createObservable<readonly Notice[]>([]);
  let last = 0;
  const add = (notice: Notice) => shown.set([...shown.get(), notice].slice(-MOST_SHOWN));
  return {
    shown,
    notify({ title, message }: { title: string; message: string }) {
      add({ id: ++last, name: 'notification', title, message });
      deps.tellOutside(title, message);
    },
    offerPage(url: string) {
      // Asked twice, it is offered once.
      shown.set(shown.get().filter((notice) => notice.name !== 'page' || notice.url !== url));
      add({ id: ++last, name: 'page', url });
      deps.tellOutside('', url);
    },
    dismiss: (id: number) => shown.set(shown.get().filter((notice) => notice.id !== id)),
  };
}
