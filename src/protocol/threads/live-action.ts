/** An action between a tab and its live worker: what is asked, and what becomes of it at each recipient. */
import type { AuthType } from '#domain/devices/device-type.ts';
import type { Reply } from '../action.ts';
import type { ActionName } from '../action-parameters.ts';

/** A client as REST knows it: where the kind of sign-in is not known, nothing can be sent. */
export type Recipient = { clientId: string; userId: string; authType?: AuthType | undefined };

/**
 * Whom an action is for. A group and a person are one message to all of their devices, clients get one each.
 * `runners` are the site's runners.
 */
export type Audience =
  | { groupId: string }
  | { people: readonly { userId: string; authType: AuthType }[] }
  | { clients: readonly Recipient[] }
  | { runners: true };

export type ActionRequest = {
  /** Made by the tab: the id of the message, with which devices tell a repeated one from a new one. */
  id: string;
  action: ActionName;
  /** `ActionInput` of the action. */
  parameters: Record<string, unknown>;
  audience: Audience;
  /** Epoch ms on the tab's clock when the person asked: the time to live counts from here, over worker restarts too. */
  askedAt: number;
};

/**
 * How far the message is. `queued`: will be sent when there is a connection, until `expiresAt` (epoch ms on the clock
 * that `askedAt` was read from).
 * `sent`: the broker has every message that it did not refuse. `expired`: it never left. `refused`: the broker
 * allowed none of it. `invalid`: the parameters are not the action's, or the audience is empty or not allowed.
 * `superseded`: taken back before it left, because a newer action of its pair was asked for.
 */
export type Delivery = {
  name: 'queued' | 'sent' | 'expired' | 'refused' | 'invalid' | 'superseded';
  expiresAt: number;
};

/**
 * One recipient's part. `waiting`: no answer yet. `silent`: it did not answer while it was waited for. `refused`
 * and `invalid` never reached it: the broker did not allow it, or its address is not complete. `superseded`: a newer
 * action of its pair took its place before the client had done it.
 */
export type Answer = {
  clientId: string;
  state: 'waiting' | 'confirmed' | 'failed' | 'silent' | 'refused' | 'expired' | 'invalid' | 'superseded';
  /** What it said, also where it said no; the newest where it says more than one thing. */
  reply?: Reply;
  /** A snapshot's pictures, one per display. */
  pictures?: readonly ActionPicture[];
};

export type ActionPicture = {
  display: string;
  contentType: string;
  bytes: Uint8Array;
};

export type ActionUpdate = {
  id: string;
  delivery: Delivery;
  /** Those that changed since the last update, with everything that is known of them. */
  answers: readonly Answer[];
  /** Nothing further comes: every recipient has answered, or the time is over. */
  ended: boolean;
};
