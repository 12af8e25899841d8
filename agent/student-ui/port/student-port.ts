/** The calls of the student's interface over a port. */
import * as v from 'valibot';
import type { AppError } from '#protocol/app-error.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { StudentCalls } from '../student-state.ts';
import type { RemoteCalls } from './follow-state.ts';
import type { PortCalls } from './port.ts';
import type { ArgumentSchemas } from './publish-state.ts';

/** A file cannot cross a port, so each agent hands files in and saves them in its own way. */
export type StudentPortCalls = Omit<StudentCalls, 'handIn' | 'saveFile'>;

const none = v.strictTuple([]);
const text = v.strictTuple([v.string()]);

export const STUDENT_CALL_ARGUMENTS = {
  setHidden: v.strictTuple([v.boolean()]),
  dismissNotice: text,
  showBroadcast: none,
  answerPoll: text,
  dismissPoll: none,
  storePollDraft: v.strictTuple([
    v.object({ pollId: v.string(), letters: v.array(v.string()), words: v.string() }),
  ]),
  giveName: text,
  acceptFullScreen: none,
  declineFullScreen: none,
  declineFiles: none,
  takeBackFile: text,
  clearDropped: none,
  cancelTransfer: text,
  removeFile: text,
  leaveRoom: text,
  sendInRoom: v.strictTuple([v.string(), v.string()]),
  resendInRoom: v.strictTuple([v.string(), v.string()]),
  stopSharing: none,
} satisfies ArgumentSchemas<StudentPortCalls>;

export const STUDENT_CALL_NAMES = Object.keys(STUDENT_CALL_ARGUMENTS) as (keyof StudentPortCalls)[];

/** Calls that never reject: a call that failed answers `undefined`. */
export type SafeCalls<Calls extends PortCalls> = {
  readonly [Name in keyof Calls]: (
    ...args: Parameters<Calls[Name]>
  ) => Promise<Awaited<ReturnType<Calls[Name]>> | undefined>;
};

/** `hasFailed` is true after a call that failed, until another one succeeds. */
export function safeCalls<Calls extends PortCalls>(
  calls: RemoteCalls<Calls>,
  onFailed: (name: string, error: AppError) => void = () => {},
): { calls: SafeCalls<Calls>; hasFailed: Observable<boolean> } {
  const hasFailed = createObservable(false);
  const safe = Object.entries<(...args: never[]) => Promise<unknown>>(calls as never).map(([name, call]) => [
    name,
    async (...args: never[]) => {
      try {
        const answer = await call(...args);
        hasFailed.set(false);
        return answer;
      } catch (error) {
        hasFailed.set(true);
        onFailed(name, error as AppError);
        return undefined;
      }
    },
  ]);
  return { calls: Object.fromEntries(safe), hasFailed };
}
