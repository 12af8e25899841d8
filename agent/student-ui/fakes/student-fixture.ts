import type { StudentCalls, StudentState } from '../student-state.ts';

/** The state of a student to whom nothing has happened yet. */
export const QUIET_STUDENT: StudentState = {
  name: 'Mia',
  connection: 'online',
  watchers: [],
  isScreenVisible: true,
  isHidden: false,
  hiddenByPolicy: false,
  shares: [],
  muted: false,
  inputsBlocked: false,
  notices: [],
  nameRequested: false,
  rooms: [],
  handed: { files: [], dropped: [], patterns: [], tooMany: 0 },
  transfers: [],
  received: [],
};

/** Calls that note their names and arguments in `made` and succeed. */
export function notedCalls(): StudentCalls & { made: [name: string, ...args: unknown[]][] } {
  const made: [string, ...unknown[]][] = [];
  const note =
    <T>(name: string, answer: T) =>
    (...args: unknown[]): T => {
      made.push([name, ...args]);
      return answer;
    };
  return {
    made,
    setHidden: note('setHidden', undefined),
    dismissNotice: note('dismissNotice', undefined),
    showBroadcast: note('showBroadcast', true),
    answerPoll: note('answerPoll', true),
    dismissPoll: note('dismissPoll', true),
    storePollDraft: note('storePollDraft', undefined),
    giveName: note('giveName', true),
    acceptFullScreen: note('acceptFullScreen', 'entire' as const),
    declineFullScreen: note('declineFullScreen', true),
    handIn: note('handIn', undefined),
    declineFiles: note('declineFiles', undefined),
    takeBackFile: note('takeBackFile', undefined),
    clearDropped: note('clearDropped', undefined),
    cancelTransfer: note('cancelTransfer', undefined),
    removeFile: note('removeFile', undefined),
    saveFile: note('saveFile', true),
    leaveRoom: note('leaveRoom', true),
    sendInRoom: note('sendInRoom', true),
    resendInRoom: note('resendInRoom', true),
    stopSharing: note('stopSharing', undefined),
  };
}
