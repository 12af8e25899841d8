import type { EpochMs } from '#protocol/clock.ts';
import type { Scope, Target } from '#protocol/topics.ts';

/** A row of the log of actions: one action of one tutor. */
export type TutorAction = Scope & {
  tutorId: string;
  actionId: string;
  action: string;
  /** The parameters as they were sent, without passwords and addresses of peers, long texts cut. */
  parameters: Record<string, unknown>;
  /** The recipients. Empty: `place` receives it. */
  targets: Target[];
  /** The level of the topic behind the tutor, where it names no device, person or group. */
  place?: 'siterunners' | 'requeststopscreenshares' | undefined;
  /** When the first message of it went out. */
  at: EpochMs;
};
