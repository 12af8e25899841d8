/** Creates the handler of every device action, and the parts that hold the state behind them. */
import type { AgentTransport } from '../connection/transport.ts';
import type { DemandBook } from '../feedback/demand-book.ts';
import { createLiveScreens } from '../sharing/live-screens.ts';
import { createScreenShares } from '../sharing/screen-shares.ts';
import type { ActionDeps, DeviceActionName, Handlers } from './action-context.ts';
import { createChatRooms } from './chat-rooms.ts';
import { fileActions } from './file-actions.ts';
import { createFileTransfers } from './file-transfers.ts';
import { createFullScreenDialogue } from './full-screen-dialogue.ts';
import { machineActions } from './machine-actions.ts';
import { createNameDialogue } from './name-dialogue.ts';
import { createPollDialogue } from './poll-dialogue.ts';
import { createPowerActions } from './power-actions.ts';
import type { ReadRoom } from './room-readings.ts';
import { screenActions } from './screen-actions.ts';
import { viewActions } from './view-actions.ts';

export type DeviceHandlersDeps = ActionDeps & {
  book: () => DemandBook;
  chooseDisplay: (tutorId: string, displayId: string) => void;
  transport: () => AgentTransport | undefined;
  /** Reads a room's history. Without it a chat room shows only new messages. */
  readRoom?: ReadRoom | undefined;
  /** 0 ≤ x < 1. */
  random: () => number;
};

export function createDeviceHandlers(deps: DeviceHandlersDeps) {
  const poll = createPollDialogue(deps);
  const name = createNameDialogue(deps);
  const fullScreen = createFullScreenDialogue(deps);
  const power = createPowerActions(deps);
  const shares = createScreenShares(deps);
  const lives = createLiveScreens(deps);
  const transfers = createFileTransfers(deps);
  const rooms = createChatRooms(deps);
  const files = fileActions(deps);
  const handlers: Handlers<DeviceActionName> = {
    ...screenActions(deps),
    ...viewActions(deps),
    ...files.handlers,
    ...machineActions(deps),
    ...poll.handlers,
    ...name.handlers,
    ...fullScreen.handlers,
    ...power.handlers,
    ...shares.handlers,
    ...lives.handlers,
    ...transfers.handlers,
    ...rooms.handlers,
  };
  return { handlers, poll, name, fullScreen, power, shares, lives, transfers, rooms, files };
}
