/** Interface for an action between a tab and its live worker: request, and state at each recipient. */
import type { AuthType } from '#domain/devices/device-type.ts';
import type { Reply } from '../action.ts';
import type { ActionName } from '../action-parameters.ts';

/** A client as REST knows it. Without its kind of sign-in nothing can be sent to it. */
export type Recipient = { clientId: string; userId: string; authType?: AuthType | undefined };

/**
 * Recipients of an action. A group or a person is one message to all of their devices; clients get one each.
 * `runners` are the site's runners.
 */
export type Audience =
  | { groupId: string }
  | { people: readonly { userId: string; authType: AuthType }[] }
  | { clients: readonly Recipient[] }
  | { runners: true };

export type ActionRequest = {
  /** Id of the message, made by the tab, by which devices recognise a repeated one. */
  id: string;
  action: ActionName;
  /** `ActionInput` of the action. */
  parameters: Record<string, unknown>;
  audience: Audience;
  /** Epoch ms on the tab's clock of the request. The time to live starts here, also over worker restarts. */
  askedAt: number;
};

/**
 * State of the message. `queued`: sent when there is a connection, until `expiresAt` (epoch ms on the clock
 * of `askedAt`). `sent`: the broker has every message that it did not refuse. `expired`: never sent.
 * `refused`: the broker allowed none of it. `invalid`: the parameters are not the action's, or the audience
 * is empty or not allowed. `superseded`: unsent, because a newer action of its pair was requested.
 */
export type Delivery = {
  name: 'queued' | 'sent' | 'expired' | 'refused' | 'invalid' | 'superseded';
  expiresAt: number;
};

/**
 * State of one recipient. `waiting`: no answer yet. `silent`: no answer in time. `refused`, `invalid`: the
 * message never reached it, because the broker did not allow it, or its address is incomplete. `superseded`:
 * a newer action of its pair replaced it before the client carried it out.
 */
export type Answer = {
  clientId: string;
  state: 'waiting' | 'confirmed' | 'failed' | 'silent' | 'refused' | 'expired' | 'invalid' | 'superseded';
  /** The newest reply of the client, positive or negative. */
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
  /** Recipients that changed since the last update, with everything that is known of them. */
  answers: readonly Answer[];
  /** This is the last update: every recipient has answered, or the time is over. */
  ended: boolean;
};
