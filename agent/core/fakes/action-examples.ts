/** An action of every kind, for tests. */
import type { ActionInput } from '#protocol/action-parameters.ts';
import type { DeviceActionName } from '../actions/action-context.ts';

export const FILE = { fileName: 'essay.docx', location: '%downloads%', size: 12 };
/** A successful example of each action. `fullScreen` needs another type of device, `focusApp` the ability. */
export const EXAMPLES: { [Name in DeviceActionName]: ActionInput<Name> } = {
  lock: { content: '<p>Look here</p>' },
  unlock: {},
  launch: { command: 'calc.exe' },
  mute: {},
  unmute: {},
  notification: { message: 'Save now' },
  login: { username: 'maya', password: 'secret', domain: 'SCHOOL' },
  broadcast: { session: { id: 's1', peerId: 'p1', tutorName: 'Anna' } },
  requestName: {},
  fullScreen: {},
  poll: { id: 'q1', question: 'Ready?', answers: ['Yes', 'No'] },
  shareScreen: { session: { id: 's2' } },
  liveScreen: { peerId: 'p1' },
  stopShareScreen: {},
  closeTabs: { tabIds: ['t1'] },
  closeApps: { appIds: ['w1'] },
  focusTab: { tabId: 't1' },
  focusApp: { appId: 'w1' },
  setAlias: { alias: 'Window seat' },
  updateDeviceInventory: {},
  updateInvent: {},
  openChatRoom: { roomId: 'r1' },
  userInputs: { block: true },
  setThumbnailDisplay: { displayId: 'd2' },
  collectFiles: { selectedFile: FILE, peerId: 'p1' },
  transferFiles: { files: [{ id: 'f1', name: 'task.pdf', size: 5 }], filePath: '%downloads%', peerId: 'p1' },
  powerAction: { action: 'sleep', countdown: 30 },
  patchDemand: { clients: { c1: { quality: 50 } } },
  remoteControl: {},
  stopRemoteControl: {},
  snapshot: { quality: 80 },
  retrieveFiles: { filePatterns: ['*'], folderPath: '%downloads%' },
  ping: {},
};
