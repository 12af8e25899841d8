/** The student's calls of a page that takes part. */
import type { StudentCalls } from '../../student-ui/student-state.ts';
import { saveFile } from '../files/save-file.ts';
import type { TakingPart } from './taking-part.ts';

export function studentCalls(part: TakingPart): StudentCalls {
  const { device, notices, picks, files } = part;
  return {
    setHidden: (isHidden) => part.setPrivacy(isHidden),
    dismissNotice: (id) => notices.dismiss(id),
    showBroadcast: () => device.showBroadcast(),
    answerPoll: (answer) => device.answerPoll(answer),
    dismissPoll: () => device.dismissPoll(),
    storePollDraft: (draft) => part.draft.set(draft),
    giveName: (name) => device.giveName(name),
    acceptFullScreen: () => part.acceptFullScreen(),
    declineFullScreen: () => device.decideFullScreen(false),
    handIn: (chosen, dropped) => picks.handIn(chosen, dropped),
    declineFiles: () => picks.decline(),
    takeBackFile: (key) => picks.takeBack(key),
    clearDropped: () => picks.forgetDropped(),
    cancelTransfer: (key) => files.cancel(key),
    removeFile: (key) => files.remove(key),
    async saveFile(key) {
      const file = await files.open(key);
      if (file === undefined) return false;
      saveFile(file, files.kept.get().find((received) => received.key === key)?.name ?? file.name);
      files.noteSaved(key);
      return true;
    },
    leaveRoom: (roomId) => device.leaveRoom(roomId),
    sendInRoom: (roomId, text) => device.sendInRoom(roomId, text),
    resendInRoom: (roomId, id) => device.resendInRoom(roomId, id),
    stopSharing: () => part.shared.stop(),
  };
}
