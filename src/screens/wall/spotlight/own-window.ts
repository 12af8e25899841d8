/** A separate small window that stays on top, where the browser supports it (Document Picture-in-Picture). */
import { useCallback, useEffect, useState } from 'react';
import { useIsDrawn } from '#ui/use-while-drawn.ts';

type PictureInPicture = { requestWindow(options: { width: number; height: number }): Promise<Window> };

const SIZE = { width: 640, height: 420 };

function pictureInPicture(): PictureInPicture | undefined {
  return 'documentPictureInPicture' in window
    ? (window.documentPictureInPicture as PictureInPicture)
    : undefined;
}

export const hasOwnWindows = (): boolean => pictureInPicture() !== undefined;

/** The new window is empty, so it gets the attributes and styles of this page. */
function dress(opened: Window): void {
  const { documentElement: root } = opened.document;
  for (const { name, value } of document.documentElement.attributes) root.setAttribute(name, value);
  for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style'))
    opened.document.head.append(sheet.cloneNode(true));
  opened.document.title = document.title;
}

/** `place`: where to render; undefined while no window is open. A new window replaces the page's last one. */
export function useOwnWindow(): { place: HTMLElement | undefined; toggle: () => void } {
  const [opened, setOpened] = useState<Window>();
  const isDrawn = useIsDrawn();
  useEffect(() => {
    if (opened === undefined) return;
    const closed = () => setOpened(undefined);
    opened.addEventListener('pagehide', closed);
    return () => {
      opened.removeEventListener('pagehide', closed);
      opened.close();
    };
  }, [opened]);
  const toggle = useCallback(() => {
    if (opened !== undefined) return setOpened(undefined);
    void pictureInPicture()
      ?.requestWindow(SIZE)
      .then((next) => {
        if (!isDrawn()) return next.close();
        dress(next);
        setOpened(next);
      })
      // The browser may refuse, for example without a user gesture.
      .catch((error: unknown) => console.warn('own window', error));
  }, [opened, isDrawn]);
  return { place: opened?.document.body, toggle };
}
