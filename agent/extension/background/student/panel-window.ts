/** The window with the panel, which opens when something waits for the student. */
import { PANEL_PAGE } from '../../links.ts';
import { sessionValue } from '../session-value.ts';

const SIZE = { width: 420, height: 640 };

export function createPanelWindow() {
  const stored = sessionValue<number>('panelWindow');
  let windowId: number | undefined;
  let opening: Promise<void> = stored.get().then((before) => {
    windowId ??= before;
  });

  chrome.windows.onRemoved.addListener((id) => {
    if (id === windowId) windowId = undefined;
  });

  async function show(): Promise<void> {
    if (windowId !== undefined) {
      const isOpen = await chrome.windows.update(windowId, { focused: true }).then(
        () => true,
        () => false,
      );
      if (isOpen) return;
    }
    const url = chrome.runtime.getURL(PANEL_PAGE);
    const made = await chrome.windows.create({ url, type: 'popup', focused: true, ...SIZE });
    windowId = made?.id;
    if (windowId !== undefined) await stored.set(windowId);
  }

  return {
    isOwn: (id: number) => id === windowId,
    /** Opens the panel, or brings it to the front. */
    open(): void {
      opening = opening.then(show).catch(() => {});
    },
  };
}
