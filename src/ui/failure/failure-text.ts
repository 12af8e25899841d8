/** The one place that says in words what a failure is, and what a person can do about it. */
import { type AppError, type AppErrorCode, isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';

/** `other`: every failure that has no words of its own here. */
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

/** The platform says itself what was wrong with a request, and how long to wait where there were too many. */
const isSaidByPlatform = ({ code, detail }: AppError): boolean =>
  code === 'invalid' || code === 'conflict' || detail.status === 429;

/** `own`: words of a screen that can say it better than those for every screen. */
export function failureText(error: unknown, own: FailureWords = {}): string {
  const words: FailureWords = { ...WORDS, ...own };
  const other = own.other ?? WORDS.other;
  if (!isAppError(error)) return other;
  if (error.detail.isPage) return WORDS.page;
  const said = isSaidByPlatform(error) ? serverText(error) : undefined;
  return said ?? words[error.code] ?? other;
}
