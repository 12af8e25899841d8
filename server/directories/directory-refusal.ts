/** Reasons why a directory was not read, as messages for the tutor: what happened, and what to try. */
import { AppError } from '#protocol/app-error.ts';
import type { Opened } from './directories.ts';
import type { DirectoryProblem } from './directory.ts';

export type DirectoryRefusal =
  | (DirectoryProblem & { directoryName: string })
  | Exclude<Opened, { name: 'open' | 'none' }>;

const CONSENT = 'Ask an administrator to give consent to it again.';

export function directoryError(refusal: DirectoryRefusal): AppError {
  const directory = `The directory “${refusal.directoryName}”`;
  switch (refusal.name) {
    case 'disabled':
      return new AppError('conflict', `${directory} is switched off.`);
    case 'not-set-up':
      return new AppError(
        'conflict',
        `${directory} cannot be read from here: the platform has no client id for its provider.`,
      );
    case 'no-consent':
      return new AppError('conflict', `${directory} has not let the platform in yet. ${CONSENT}`);
    case 'consent-expired':
      return new AppError('conflict', `${directory} does not let the platform in any more. ${CONSENT}`);
    case 'client-refused':
      return new AppError(
        'conflict',
        `${directory} cannot be read: its provider does not take the platform’s secret any more. Tell an administrator.`,
      );
    case 'gone':
      return new AppError('conflict', `${directory} does not have this group’s course any more.`);
    case 'rejected':
      return new AppError(
        'conflict',
        `${directory} does not understand what it was asked: ${refusal.message}`,
      );
    case 'throttled':
      return new AppError(
        'server',
        `${directory} has too much to do: try again in ${refusal.seconds} seconds.`,
        { detail: { status: 429, retryAfter: refusal.seconds } },
      );
    case 'away':
      return new AppError('unreachable', `${directory} does not answer. Try again in a few minutes.`, {
        detail: { status: 503 },
      });
    case 'unreadable':
      return new AppError('server', `${directory} gave an answer that cannot be read.`, {
        detail: { status: 502 },
      });
  }
}
