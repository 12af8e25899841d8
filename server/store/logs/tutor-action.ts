import type { EpochMs } from '#protocol/clock.ts';
import type { Scope, Target } from '#protocol/topics.ts';

/** A row of the log of actions: one action of one tutor. */
export type TutorAction = Scope & {
  tutorId: string;
  actionId: string;
  action: string;
  /** The parameters as sent, without passwords and peer addresses, and with long texts cut. */
  parameters: Record<string, unknown>;
  /** The recipients. If empty, `place` is the recipient. */
  targets: Target[];
  /** The topic level after the tutor, if it is not a device, a user or a group. */
  place?: 'siterunners' | 'requeststopscreenshares' | undefined;
  /** When the first message of the action was forwarded. */
  at: EpochMs;
};
