/** The window that shows a tutor's screen. */
import { sessionValue } from '../session-value.ts';

const BROADCAST_PAGE = 'pages/broadcast/broadcast.html';

export function createBroadcastWindow() {
  const stored = sessionValue<number>('broadcastWindow');
  let windowId: number | undefined;
  // A window of an earlier worker shows nothing any more.
  const closed = stored.get().then((before) => (before === undefined ? undefined : remove(before)));

  return {
    isOwn: (id: number) => id === windowId,
    async open(): Promise<void> {
      await closed;
      const url = chrome.runtime.getURL(BROADCAST_PAGE);
      const made = await chrome.windows.create({ url, type: 'popup', state: 'maximized', focused: true });
      windowId = made?.id;
      if (windowId !== undefined) await stored.set(windowId);
    },
    async close(): Promise<void> {
      const id = windowId;
      windowId = undefined;
      if (id !== undefined) await remove(id);
    },
  };
}

/** The student may have closed it. */
const remove = (windowId: number): Promise<void> => chrome.windows.remove(windowId).catch(() => {});
