import { AppError } from '#protocol/app-error.ts';
import type { Expiries } from './session-lifetimes.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Subject } from './subjects.ts';

/** Begins a session in a family of its own. Throws `forbidden` if the subject may not have it. */
export async function beginSession(
  sessions: Pick<Sessions, 'start'>,
  subject: Subject,
  expiries: Expiries,
): Promise<Session> {
  const started = await sessions.start(subject, expiries);
  if (started === undefined) throw new AppError('forbidden', 'Your account may not sign in here.');
  return started.session;
}
