/**
 * Decides which action replaces an earlier one that has not reached its device yet. The tutor wants only the
 * newest of a pair: lock and unlock, mute and unmute, and so on. The console withdraws an unsent action, and
 * a device ignores an action that arrives after a newer one.
 */
type SentAction = { action: string; parameters: Readonly<Record<string, unknown>> };

/** Subject of an action. `session`: one screen share; absent if the action is about all of them. */
type Subject = { name: string; session?: string | undefined };

const PLAIN: Readonly<Record<string, string>> = {
  lock: 'lock',
  unlock: 'lock',
  mute: 'sound',
  unmute: 'sound',
  userInputs: 'inputs',
  fullScreen: 'full-screen',
  login: 'login',
};

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function subjectsOf({ action, parameters }: SentAction): readonly Subject[] {
  const plain = Object.hasOwn(PLAIN, action) ? PLAIN[action] : undefined;
  if (plain !== undefined) return [{ name: plain }];
  const { session, sessionId } = parameters;
  const ofSession = session instanceof Object && 'id' in session ? text(session.id) : undefined;
  if (action === 'broadcast') return [{ name: 'broadcast', session: ofSession }];
  if (action === 'shareScreen') return [{ name: 'share', session: ofSession }];
  if (action === 'stopShareScreen') {
    const ended = text(sessionId);
    return [
      { name: 'broadcast', session: ended },
      { name: 'share', session: ended },
    ];
  }
  return [];
}

const covers = (newer: Subject, older: Subject) =>
  newer.name === older.name && (newer.session === undefined || newer.session === older.session);

/** Whether the action belongs to a pair, so that order matters. */
export const isOneOfPair = (action: SentAction): boolean => subjectsOf(action).length > 0;

/** Whether `newer` makes `older` pointless. A broadcast only repeats an earlier one of its session. */
export function supersedes(newer: SentAction, older: SentAction): boolean {
  if (newer.action === 'broadcast' && older.action === 'broadcast') return false;
  const newerSubjects = subjectsOf(newer);
  const olderSubjects = subjectsOf(older);
  return (
    olderSubjects.length > 0 &&
    olderSubjects.every((subject) => newerSubjects.some((other) => covers(other, subject)))
  );
}
