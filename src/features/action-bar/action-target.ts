/** What an action bar acts on, the same on every screen: a connected device, or a device that only the directory knows. */
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';

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
  /** It was connected when the dialog was opened, and is not any more. */
  hasLeft?: true;
  /** The displays of a connected device that reports them. Names are text from a device. */
  displays?: readonly TargetDisplay[];
  /** Who controls it from elsewhere now, as the device says it. */
  controller?: { sessionId: string; tutorName?: string | undefined };
  /** Screen-share sessions that it takes part in. */
  shareSessionIds?: readonly string[];
};

export type TargetDisplay = { id: string; name?: string | undefined; primary: boolean };

/** Client id → the display that the place shows, where it is not the primary one. Without it: as on the screen of a group. */
type SeenDisplays = { displays?: Readonly<Record<string, string>> };

/**
 * `isWhole`: the targets are every device of the group, so that one message goes to the group, where it may also hold
 * for devices that come later. `sharing`: the devices of the group that take part in a share, selected or not.
 */
export type ActionPlace =
  | ({
      kind: 'group';
      groupId: string;
      title: string;
      isWhole(targets: readonly ActionTarget[]): boolean;
      sharing?: TargetStore;
      /** The computers of the group that are off, selected or not. */
      away?: AwayTargets;
      /** How many devices of the group are here, selected or not. */
      deviceCount?(): number;
    } & SeenDisplays)
  | ({ kind: 'device'; clientId: string } & SeenDisplays)
  | { kind: 'list'; of: 'users' | 'devices' };

/** For `useObservable`: the same array as long as nothing of it has changed. */
export type TargetStore = {
  subscribe(call: () => void): () => void;
  get(): readonly ActionTarget[];
};

/** For `useObservable`; undefined while it is not known which computers are off. */
export type AwayTargets = {
  subscribe(call: () => void): () => void;
  get(): readonly ActionTarget[] | undefined;
};

/** The targets of `meant`; each that was connected and is missing in `now` is marked as having left. */
export const withoutThoseWhoLeft = (
  meant: readonly ActionTarget[],
  now: readonly ActionTarget[],
): readonly ActionTarget[] => {
  const here = new Set(now.filter(({ recipient }) => recipient !== undefined).map(({ key }) => key));
  const hasLeft = ({ key, recipient }: ActionTarget) => recipient !== undefined && !here.has(key);
  if (!meant.some(hasLeft)) return meant;
  return meant.map((target) =>
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
