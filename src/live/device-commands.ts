/** Commands that a tutor sends to devices. Each returns its run immediately; the run holds the outcome. */
import type { ActionInput } from '#protocol/action-parameters.ts';
import type { Audience, Recipient } from '#protocol/threads/live-action.ts';
import type { Act } from './action-runs.ts';

type ShareSession = ActionInput<'broadcast'>['session'];

const RUNNERS: Audience = { runners: true };

export const createDeviceCommands = (act: Act) => ({
  sendNotification: (audience: Audience, title: string, message: string) =>
    act({ action: 'notification', parameters: { title, message }, audience }),
  /** Opens a page, or a program on Windows devices. */
  openTab: (audience: Audience, what: ActionInput<'launch'>) =>
    act({ action: 'launch', parameters: what, audience }),
  /** Locks to a page, to the current tab, or with a message, which may be empty. */
  lockStudentScreen: (
    audience: Audience,
    what: { url: string } | { currentTab: true } | { content: string },
  ) => act({ action: 'lock', parameters: what, audience }),
  unlockStudentScreen: (audience: Audience) => act({ action: 'unlock', parameters: {}, audience }),
  mute: (audience: Audience, isMuted: boolean) =>
    act({ action: isMuted ? 'mute' : 'unmute', parameters: {}, audience }),
  powerAction: (audience: Audience, what: ActionInput<'powerAction'>) =>
    act({ action: 'powerAction', parameters: what, audience }),
  /** Sends credentials to single clients only: one message each, never one to a group. */
  remoteLogin: (clients: readonly Recipient[], credentials: ActionInput<'login'>) =>
    act({ action: 'login', parameters: credentials, audience: { clients } }),
  broadcast: (audience: Audience, session: ShareSession) =>
    act({ action: 'broadcast', parameters: { session }, audience }),
  requestName: (audience: Audience) => act({ action: 'requestName', parameters: {}, audience }),
  /** Requests full screen, or ends it. */
  fullScreen: (audience: Audience, enabled: boolean) =>
    act({ action: 'fullScreen', parameters: { enabled }, audience }),
  setAlias: (client: Recipient, alias: string) =>
    act({ action: 'setAlias', parameters: { alias }, audience: { clients: [client] } }),
  /** Ends one session, or every session that the devices take part in. */
  stopShareScreen: (audience: Audience, sessionId?: string) =>
    act({
      action: 'stopShareScreen',
      parameters: sessionId === undefined ? {} : { sessionId },
      audience,
    }),
  shareScreen: (client: Recipient, displayId: string | undefined, session: ShareSession) =>
    act({
      action: 'shareScreen',
      parameters: { session, ...(displayId === undefined ? {} : { displayId }) },
      audience: { clients: [client] },
    }),
  /** Addressed to the tutor's peer `peerId`, under this run's id; without a display, the primary one. */
  liveScreen: (client: Recipient, displayId: string | undefined, peerId: string) =>
    act({
      action: 'liveScreen',
      parameters: { peerId, ...(displayId === undefined ? {} : { displayId }) },
      audience: { clients: [client] },
    }),
  /** `pollId` is the poll's id, not the id of the message that sent it. */
  finishPoll: (audience: Audience, pollId: string, groupId?: string) =>
    act({
      action: 'poll',
      parameters: { id: pollId, finish: true, ...(groupId !== undefined && { groupId }) },
      audience,
    }),
  /** The class's results were saved or discarded, so tutors no longer see them. */
  closePoll: (groupId: string, pollId: string) =>
    act({ action: 'poll', parameters: { id: pollId, finish: true, closed: true }, audience: { groupId } }),
  wakeGroup: (groupId: string) => act({ action: 'wol', parameters: { groupId }, audience: RUNNERS }),
  wakeNow: (deviceIds: readonly string[]) =>
    act({ action: 'wol', parameters: { deviceIds: [...deviceIds] }, audience: RUNNERS }),
  userInputs: (audience: Audience, block: boolean) =>
    act({ action: 'userInputs', parameters: { block }, audience }),
  closeTabs: (audience: Audience, tabIds: readonly string[]) =>
    act({ action: 'closeTabs', parameters: { tabIds: [...tabIds] }, audience }),
  focusTab: (audience: Audience, tab: { tabId: string; tabUrl?: string }) =>
    act({ action: 'focusTab', parameters: tab, audience }),
  /** Only for devices with the ability. */
  focusApp: (audience: Audience, windowId: string) =>
    act({ action: 'focusApp', parameters: { appId: windowId }, audience }),
  /** Applications are identified by the ids of their windows. */
  closeApps: (audience: Audience, windowIds: readonly string[]) =>
    act({ action: 'closeApps', parameters: { appIds: [...windowIds] }, audience }),
  openChatRoom: (audience: Audience, roomId: string) =>
    act({ action: 'openChatRoom', parameters: { roomId }, audience }),
  setThumbnailDisplay: (client: Recipient, displayId: string) =>
    act({ action: 'setThumbnailDisplay', parameters: { displayId }, audience: { clients: [client] } }),
  /** `sessionId` is the one from `onDemand.remoteControl`, so a session started later continues. */
  stopRemoteControl: (client: Recipient, sessionId: string) =>
    act({ action: 'stopRemoteControl', parameters: { sessionId }, audience: { clients: [client] } }),
});
