/** Covers this page while the screen is locked, silences it, and ignores the keyboard and the pointer. */
import { ignoreInputs } from './ignore-inputs.ts';
import { begin } from './page-script.ts';

begin('cover', () => {
  const cover = document.createElement('div');
  // A closed root keeps the page's styles and scripts away.
  const sheet = cover.attachShadow({ mode: 'closed' });
  const dark = document.createElement('div');
  dark.style.cssText = 'position:fixed;inset:0;background:#0e1417';
  sheet.append(dark);
  cover.popover = 'manual';
  cover.style.cssText = 'border:0;padding:0;margin:0;inset:0;width:100%;height:100%;background:#0e1417';

  /** A popover is above everything else of the page. A dialog that opens later would be above it. */
  const show = () => {
    if (!cover.isConnected) document.documentElement.append(cover);
    if (!cover.matches(':popover-open')) cover.showPopover();
  };
  const pause = () => {
    for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause();
  };
  const watch = new MutationObserver(show);
  const coverPage = () => {
    show();
    pause();
    watch.observe(document.documentElement, { childList: true });
  };
  // At the start of a document there may be no element yet.
  if (document.documentElement) coverPage();
  else document.addEventListener('readystatechange', coverPage, { once: true });
  document.addEventListener('play', pause, true);
  const listen = ignoreInputs();

  return () => {
    watch.disconnect();
    document.removeEventListener('readystatechange', coverPage);
    document.removeEventListener('play', pause, true);
    listen();
    cover.remove();
  };
});
