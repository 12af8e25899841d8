/** Whom an action bar acts on, the same on every screen: a device that is connected, or one that only the directory knows. */
import type { DeviceCondition } from '#domain/device-actions.ts';
import type { Recipient } from '#protocol/live-action.ts';

export type ActionTarget = {
  /** The clientId of a connected device, else an id of the screen's own: unique in a selection. */
  key: string;
  /** Where actions go; undefined while it is not connected. */
  recipient: Recipient | undefined;
  /** The directory's id of the device, where there is one: what is woken, and what policies are kept for. */
  deviceId: string | undefined;
  /** The directory's id of the person; a session's id has no policies. */
  userId: string | undefined;
  /** How people call it: alias, else user, else hostname. Text from a device. */
  name: string;
  condition: DeviceCondition;
  /** Of a connected device, where it has said which it has. Names are text from a device. */
  displays?: readonly TargetDisplay[];
  /** Screen-share sessions that it takes part in. */
  shareSessionIds?: readonly string[];
};

export type TargetDisplay = { id: string; name?: string | undefined; primary: boolean };

/**
 * `isWhole`: every device of the group is meant, so that one message to the group will do. `sharing`: the devices of the
 * group that take part in a share, selected or not.
 */
export type ActionPlace =
  | {
      kind: 'group';
      groupId: string;
      title: string;
      isWhole(targets: readonly ActionTarget[]): boolean;
      sharing?: TargetStore;
      /** How many devices of the group are here, selected or not. */
      deviceCount?(): number;
    }
  | { kind: 'device'; clientId: string }
  | { kind: 'list' };

/** For `useSyncExternalStore`: the same array as long as nothing of it has changed. */
export type TargetStore = {
  subscribe(call: () => void): () => void;
  get(): readonly ActionTarget[];
};
