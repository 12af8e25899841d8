/**
 * Whether a screen was not captured because the student closed the browser's picker, or the browser refused
 * on their behalf. False if the operating system keeps browsers from recording the screen. Chromium reports
 * that case only in the message, and the student has to be informed of it.
 */
export const isPickerClosed = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    (error.name === 'NotAllowedError' && !/\bby system\b/i.test(error.message)));
