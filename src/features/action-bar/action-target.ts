/** A target of an action bar, on every screen: a connected device, or one known only to the directory. */
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';

export type ActionTarget = {
  /** The clientId of a connected device, otherwise an id made by the screen. Unique within a selection. */
  key: string;
  /** The recipient of messages; undefined while the device is not connected. */
  recipient: Recipient | undefined;
  /** The directory's id of the device, if it has one. Wake-up and device policies refer to it. */
  deviceId: string | undefined;
  /** The directory's id of the person; undefined for the id of a session, which cannot have policies. */
  userId: string | undefined;
  /** The displayed name: alias, otherwise user, otherwise hostname. Text from a device. */
  name: string;
  condition: DeviceCondition;
  /** The device was connected when the dialog was opened, and is no longer. */
  hasLeft?: true;
  /** The displays that a connected device reports. Their names are text from a device. */
  displays?: readonly TargetDisplay[];
  /** The remote controller of the device at present, as the device reports it. */
  controller?: { sessionId: string; tutorName?: string | undefined };
  /** The screen-share sessions that the device takes part in. */
  shareSessionIds?: readonly string[];
};

export type TargetDisplay = { id: string; name?: string | undefined; primary: boolean };

/** Client id → the displayed display, if it is not the primary one. Absent: as on the group screen. */
type SeenDisplays = { displays?: Readonly<Record<string, string>> };

/**
 * `isWhole`: the targets are all devices of the group, so one message is sent to the group. Such a message
 * may also hold for devices that connect later. `sharing`: the devices of the group that take part in a
 * share, selected or not.
 */
export type ActionPlace =
  | ({
      kind: 'group';
      groupId: string;
      title: string;
      isWhole(targets: readonly ActionTarget[]): boolean;
      sharing?: TargetStore;
      /** The computers of the group that are switched off, selected or not. */
      away?: AwayTargets;
      /** The number of connected devices of the group, selected or not. */
      deviceCount?(): number;
    } & SeenDisplays)
  | ({ kind: 'device'; clientId: string } & SeenDisplays)
  | { kind: 'list'; of: 'users' | 'devices' };

/** For `useObservable`: the same array until one of its targets changes. */
export type TargetStore = {
  subscribe(call: () => void): () => void;
  get(): readonly ActionTarget[];
};

/** For `useObservable`; undefined until it is known which computers are switched off. */
export type AwayTargets = {
  subscribe(call: () => void): () => void;
  get(): readonly ActionTarget[] | undefined;
};

/** Sets `hasLeft` on the targets that were connected and are missing in `now`. */
export const markLeftTargets = (
  targets: readonly ActionTarget[],
  now: readonly ActionTarget[],
): readonly ActionTarget[] => {
  const here = new Set(now.filter(({ recipient }) => recipient !== undefined).map(({ key }) => key));
  const hasLeft = ({ key, recipient }: ActionTarget) => recipient !== undefined && !here.has(key);
  if (!targets.some(hasLeft)) return targets;
  return targets.map((target) =>
    hasLeft(target)
      ? {
          ...target,
          recipient: undefined,
          hasLeft: true,
          condition: { ...target.condition, isOnline: false },
        }
      : target,
  );
};
