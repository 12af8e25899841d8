/** The context of a device's action handlers. */
import type { ActionName } from '#protocol/action-parameters.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DeviceState } from '../device-state.ts';
import type { DemandKey } from '../feedback/demand-book.ts';
import type { Thumbnail } from '../feedback/thumbnail-message.ts';
import type { DeviceIdentity, DeviceProfile } from '../identity.ts';
import type { Machine, PickFiles } from '../machine.ts';
import type { PeerWorld } from '../peer-world.ts';
import type { Screen } from '../screen.ts';
import type { WindowCloser } from '../window-closer.ts';
import type { ActionHandlers, ActionOutcome } from './action-handlers.ts';

/** The remaining actions are for site runners. */
export type DeviceActionName = Exclude<ActionName, 'wol' | 'dnslookup'>;

export type DeviceActionContext = {
  /** The id of the action. */
  id: string;
  tutorId: string;
  place: DemandKey['place'];
  /** Sends a further reply to the action later. */
  reply: (outcome: ActionOutcome) => void;
  /** Sends a picture with the correlation data of the action. */
  sendPicture: (thumbnail: Thumbnail) => void;
};

export type Handlers<Names extends DeviceActionName> = ActionHandlers<Names, DeviceActionContext>;

export type ActionDeps = {
  clock: Clock;
  screen: Screen;
  closer: WindowCloser;
  machine: Machine | undefined;
  /** Lists the files that a tutor may see: those of the machine, or those that a student picks to show. */
  files: PickFiles | undefined;
  /** Without it no screens or files are transferred; the device only records the request. */
  peers: PeerWorld | undefined;
  profile: DeviceProfile;
  identity: () => DeviceIdentity | undefined;
  state: () => Readonly<DeviceState>;
  change: (next: Partial<DeviceState>) => void;
};
