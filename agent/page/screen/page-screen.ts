/** The core's screen as a page has it: what the student shares, this one tab, and what the page itself shows. */
import type { DeviceState } from '../../core/device-state.ts';
import type { PictureRequest, Screen, ScreenChange, ScreenPicture } from '../../core/screen.ts';
import { m } from '../messages.ts';
import { fittingSize, type PictureEncoder } from './picture-encoder.ts';
import type { SharedScreen } from './shared-screen.ts';

const OWN_TAB = 'student-page';

export type PageScreen = Screen & {
  /** Something that is reported is another. */
  changed(change: ScreenChange): void;
};

export function createPageScreen(deps: {
  shared: SharedScreen;
  encoder: PictureEncoder;
  privacy: () => boolean;
  show: (state: Readonly<DeviceState>) => void;
  notify: Screen['notify'];
  offerPage: (url: string) => void;
}): PageScreen {
  const { shared, encoder } = deps;
  const listeners = new Set<(change: ScreenChange) => void>();

  const draw = async (request: PictureRequest): Promise<ScreenPicture | undefined> => {
    const frame = shared.frame();
    if (frame === undefined) return undefined;
    try {
      const size = fittingSize({ width: frame.videoWidth, height: frame.videoHeight }, request);
      const contentType = `image/${request.format ?? 'jpeg'}` as const;
      const bitmap = await createImageBitmap(frame);
      const bytes = await encoder.encode({ bitmap, ...size, contentType, quality: request.quality });
      return bytes && { bytes, contentType, ...size };
    } catch {
      // The share ended meanwhile.
      return undefined;
    }
  };

  return {
    displays: shared.displays,
    tabs: () => [
      {
        tabId: OWN_TAB,
        // Not as the tab shows it: what waits for the student is no news for tutors.
        title: m.pageTitle,
        url: `${location.origin}${location.pathname}`,
        active: document.visibilityState === 'visible',
      },
    ],
    applications: () => [],
    privacy: deps.privacy,
    pictureVersion: shared.pictureVersion,
    draw,
    show: deps.show,
    notify: deps.notify,
    launch(wanted) {
      if (!('url' in wanted)) return false;
      // Browsers open a page only for a click of the person: it is offered, with a button.
      deps.offerPage(wanted.url);
      return true;
    },
    // A page cannot close a tab that a person has opened.
    closeTabs: () => undefined,
    closeApplications: () => undefined,
    focusTab(tabId) {
      if (tabId !== OWN_TAB) return false;
      window.focus();
      return true;
    },
    // It knows of no windows.
    focusApplication: () => false,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(change) {
      for (const listener of [...listeners]) listener(change);
    },
  };
}
