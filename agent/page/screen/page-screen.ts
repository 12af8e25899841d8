/** The core's screen for a page: the shared screen, this one tab, and the page's own overlays. */
import type { DeviceState } from '../../core/device-state.ts';
import { DONE, REFUSED, UNSUPPORTED } from '../../core/outcome.ts';
import type { PictureRequest, Screen, ScreenChange, ScreenPicture } from '../../core/screen.ts';
import { m } from '../messages.ts';
import { fittingSize, type PictureEncoder } from './picture-encoder.ts';
import type { SharedScreen } from './shared-screen.ts';

const OWN_TAB = 'student-page';

export type PageScreen = Screen & {
  /** Notifies the core that reported content has changed. */
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
        // The constant title, because the tab's number of waiting requests is of no interest to tutors.
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
      if (!('url' in wanted)) return REFUSED;
      // Browsers open a page only after a click, so it is offered with a button.
      deps.offerPage(wanted.url);
      return DONE;
    },
    // A page cannot close tabs that the user has opened.
    closeTabs: () => UNSUPPORTED,
    closeApplications: () => UNSUPPORTED,
    focusTab(tabId) {
      if (tabId !== OWN_TAB) return REFUSED;
      window.focus();
      return DONE;
    },
    // A page cannot list windows.
    focusApplication: () => UNSUPPORTED,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(change) {
      for (const listener of [...listeners]) listener(change);
    },
  };
}
