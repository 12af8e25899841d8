/** The simulated device as an agent of the suite. */
import { join } from 'node:path';
import { effectsOf } from '../../../agent/core/effects.ts';
import { type ClassDevice, readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import type { AgentAdapter, AgentPlace, AgentStudent, AgentView, RunningAgent } from './agent-adapter.ts';

export const simulatedComputer: AgentAdapter = {
  name: 'a simulated computer',
  cannot: ['fullScreen', 'lock-current-tab', 'blocks-before', 'typed-words', 'restart'],
  start: (place) => startSimulated(place, 'windowsAgent'),
};

export const simulatedBrowser: AgentAdapter = {
  name: 'a simulated browser',
  cannot: [
    'powerAction',
    'login',
    'remoteControl',
    'stopRemoteControl',
    'collectFiles',
    'retrieveFiles',
    'focusApp',
    'two-displays',
    'applications',
    'programs',
    'BlockAppDefinition',
    'LaunchActionDefinition',
    'PowerActionsDefinition',
    'BlockSleepDefinition',
    'BlockKeypressDefinition',
    'blocks-before',
    'typed-words',
    'restart',
  ],
  start: (place) => startSimulated(place, 'extension'),
};

/** A device of the demo school, with two displays if one has them, to which nothing is done at the start. */
async function startSimulated(
  { network, dataDir }: AgentPlace,
  type: 'windowsAgent' | 'extension',
): Promise<RunningAgent> {
  const file = await readClassFile(join(dataDir, 'demo-class.json'));
  const isUntouched = ({ traits }: ClassDevice) => !Object.values(traits).some(Boolean);
  const [about] = file.devices
    .filter((each) => each.type === type && isUntouched(each))
    .toSorted((one, other) => other.displays.length - one.displays.length);
  if (about === undefined) throw new Error(`The class has no ${type}`);
  const simulated = createSimulatedClass({
    platform: `http://127.0.0.1:${network.port}`,
    class: { ...file, devices: [about] },
    students: 1,
    wanderers: 0,
  });
  await simulated.ready;
  const [device] = simulated.devices;
  if (device === undefined) throw new Error('The class has no device');
  return {
    hostname: device.hostname,
    view: viewOf(device),
    student: studentOf(device),
    restart: () => Promise.reject(new Error('A simulated program is not restarted')),
    stop: simulated.stop,
  };
}

const viewOf = (device: SimulatedDevice): AgentView => ({
  async lock() {
    const { lock } = effectsOf(device.state());
    if (lock?.name === 'message') return { text: lock.text };
    if (lock?.name === 'address') return { url: lock.url };
    return lock && { currentTab: true };
  },
  isMuted: async () => effectsOf(device.state()).muted,
  areInputsBlocked: async () => effectsOf(device.state()).inputsBlocked,
  async notifications() {
    const shown = device.notification();
    return shown ? [`${shown.title} ${shown.message}`] : [];
  },
  question: async () => device.state().poll?.question,
  isNameRequested: async () => device.state().nameRequested,
  pages: async () => device.tabs().map(({ url }) => url),
  requestsTo: () => Promise.reject(new Error('A simulated browser requests nothing')),
  receivedFiles: async () => device.receivedFiles().map(({ name, sha256 }) => ({ name, sha256 })),
  broadcastFrames: async () => device.broadcastFrames(),
  countdown: async () => device.state().power?.action,
  roomLines: async (roomId) =>
    device
      .state()
      .rooms.find((room) => room.roomId === roomId)
      ?.messages.map(({ message }) => message),
});

function studentOf(device: SimulatedDevice): AgentStudent {
  const done = async (isDone: boolean) => {
    if (!isDone) throw new Error('The device does not offer this now');
  };
  return {
    answerPoll: (answer) => done(device.answerPoll(answer)),
    giveName: (name) => done(device.giveName(name)),
    abortPower: () => done(device.abortPower()),
    decideFullScreen: (granted) => done(device.decideFullScreen(granted)),
    sendInRoom: (roomId, text) => done(device.sendInRoom(roomId, text)),
    leaveRoom: (roomId) => done(device.leaveRoom(roomId)),
    setPrivacy: async (isPrivate) => device.setPrivacy(isPrivate),
    openPage: async (url) => device.openPage(url),
    type: () => Promise.reject(new Error('A simulated student types nothing')),
  };
}
