/** The only place that describes failures and their remedies. */
import { type AppError, type AppErrorCode, isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';

/** `other`: every failure without its own words here. */
export type FailureWords = Partial<Record<AppErrorCode | 'other', string>>;

const WORDS = {
  unreachable: 'The server does not answer. Check your connection and try again.',
  page: 'This network answered in the place of the server. It may want you to sign in to it first: open any other page, and then try again.',
  server: 'The server could not do it. Wait a moment and try again.',
  forbidden: 'You do not have access to this.',
  unauthorized: 'Your session has ended. Sign in again.',
  'not-found': 'This does not exist any more.',
  malformed: 'The server answered something unexpected.',
  other: 'Something unexpected happened. Please try again.',
} as const satisfies FailureWords & { page: string };

/** The platform itself describes invalid requests, conflicts, and the delay after too many requests. */
const isSaidByPlatform = ({ code, detail }: AppError): boolean =>
  code === 'invalid' || code === 'conflict' || detail.status === 429;

/** `own`: more precise words of the calling screen. */
export function failureText(error: unknown, own: FailureWords = {}): string {
  const words: FailureWords = { ...WORDS, ...own };
  const other = own.other ?? WORDS.other;
  if (!isAppError(error)) return other;
  if (error.detail.isPage) return WORDS.page;
  const platformText = isSaidByPlatform(error) ? serverText(error) : undefined;
  return platformText ?? words[error.code] ?? other;
}
