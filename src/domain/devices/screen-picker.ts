/**
 * Whether a screen was not captured because the student closed the browser's question, or the browser said no for
 * them. Not where the operating system keeps browsers from recording the screen: Chromium says so in the message only, and
 * nobody finds out unless they are told.
 */
export const isPickerClosed = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    (error.name === 'NotAllowedError' && !/\bby system\b/i.test(error.message)));
