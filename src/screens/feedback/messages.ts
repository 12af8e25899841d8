import { MAX_FEEDBACK_MESSAGE } from '#protocol/rest/feedback.ts';
import type { FailureWords } from '#ui/failure/failure-text.ts';

export const m = {
  title: 'Submit Feedback',
  lead: 'Tell the people who look after Lectern what went wrong or what you miss. Please leave out the names of students.',
  message: 'What happened?',
  messageHint: `What you did, what you expected, and what you saw instead. Up to ${MAX_FEEDBACK_MESSAGE.toLocaleString('en')} characters.`,
  messageMissing: 'Please write what happened.',
  contact: 'How to reach you (optional)',
  contactHint: 'Only used to ask back or to tell you the outcome.',
  withDiagnostics: 'Include diagnostics',
  withDiagnosticsHint: 'This is all that is sent along with your words:',
  diagnostics: 'Diagnostics',
  send: 'Send',
  sending: 'Sending…',
  notSent: 'Your feedback was not sent. Your text is still here.',
  thanks: 'Thank you for your feedback',
  thanksText: 'It has been sent. Where you left a way to reach you, you may hear back.',
  back: 'Go back',
  sendAnother: 'Send another',
} as const;

export const diagnosticTitles = {
  appVersion: 'Version',
  browser: 'Browser',
  realm: 'Realm',
  site: 'Site',
  page: 'Page',
  connection: 'Live connection',
  dropped: 'Dropped messages',
} as const;

/** Advice after a failure. */
export const failureWords = {
  unreachable: 'The server does not answer. Check your connection and press Send again.',
  unauthorized: 'Your session has ended. Copy your text, sign in again and send it then.',
  forbidden: 'Your account may no longer use this site. Copy your text and ask an administrator.',
  server: 'The server could not take it. Wait a moment and press Send again.',
  malformed: 'The server could not take it. Wait a moment and press Send again.',
  other: 'Something unexpected happened. Please press Send again.',
} as const satisfies FailureWords;
