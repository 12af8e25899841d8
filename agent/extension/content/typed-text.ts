/**
 * Sends what the student types to the extension's worker, which looks for the words of policies. Nothing else
 * leaves the page, and text in password fields never does.
 */
import { MAX_TYPED_LENGTH } from '../links.ts';
import { begin } from './page-script.ts';

/** A text is sent when the student pauses. */
const PAUSE_MS = 400;
/** The kinds of fields that people write words in. */
const TEXT_TYPES = new Set(['text', 'search', 'url', 'email', '']);
const SECRET = /password|one-time-code|cc-/;

begin('typed-text', () => {
  /** Pages can show a password by changing the type of its field. */
  const secrets = new WeakSet<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const textOf = (target: EventTarget | undefined): string | undefined => {
    if (!(target instanceof HTMLElement)) return undefined;
    if (target instanceof HTMLInputElement) {
      if (target.type === 'password' || SECRET.test(target.autocomplete)) secrets.add(target);
      return TEXT_TYPES.has(target.type) && !secrets.has(target) ? target.value : undefined;
    }
    if (target instanceof HTMLTextAreaElement) return target.value;
    // biome-ignore lint/performance/useDomNodeTextContent: it joins the last word of a line with the next line
    return target.isContentEditable ? target.innerText : undefined;
  };

  const note = (event: Event) => {
    // The first element is the one inside a shadow tree.
    const target = event.composedPath()[0];
    if (textOf(target) === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const typed = textOf(target)?.slice(-MAX_TYPED_LENGTH);
      // The worker may be restarting. The next text is sent again.
      if (typed) chrome.runtime.sendMessage({ typed }).catch(() => {});
    }, PAUSE_MS);
  };
  /** A field that is focused as a password counts as one, whatever its type is later. */
  const noteSecret = (event: Event) => void textOf(event.composedPath()[0]);

  document.addEventListener('input', note, true);
  document.addEventListener('focusin', noteSecret, true);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('input', note, true);
    document.removeEventListener('focusin', noteSecret, true);
  };
});
