/** Dispatches incoming messages to the parts of a device. */

import type { createDeviceActions } from './actions/device-actions.ts';
import type { createGroupMembership } from './connection/group-membership.ts';
import type { Incoming } from './connection/inbox.ts';
import { countDropped, type DeviceCounters } from './counters.ts';
import type { DemandBook, Gone } from './feedback/demand-book.ts';
import type { DeviceIdentity } from './identity.ts';
import type { createPolicyGuard } from './policies/policy-guard.ts';

export function createReceiver(deps: {
  book: DemandBook;
  actions: ReturnType<typeof createDeviceActions>;
  membership: ReturnType<typeof createGroupMembership>;
  guard: ReturnType<typeof createPolicyGuard>;
  counters: DeviceCounters;
  /** Drops the tutor's chosen display, because no browser of the tutor is left. */
  forgetDisplay: (tutorId: string) => void;
}) {
  const { book, actions, membership, guard, counters } = deps;

  const tutorLeft = (asker: Gone) => {
    if (!book.endTutor(asker)) return;
    actions.browserLeft(asker);
    // The chosen display, the shares and the remote control belonged to the tutor, not to one browser.
    const { tutorId, source } = asker;
    if (book.all().some((demand) => demand.tutorId === tutorId)) return;
    deps.forgetDisplay(tutorId);
    if (source === undefined) actions.tutorLeft(tutorId);
    else actions.tutorFellSilent(tutorId);
  };

  return (self: DeviceIdentity, incoming: Incoming): void => {
    switch (incoming.name) {
      case 'demand':
        if (!book.put(incoming.key, incoming.demand)) countDropped(counters, 'too-many-demands');
        return;
      case 'action':
        actions.handle(incoming);
        return;
      case 'groups':
        membership.follow(self, incoming.groups);
        if (incoming.rooms !== undefined) actions.rooms.keepOnly(incoming.rooms);
        return;
      case 'orders':
        actions.orders.follow(incoming.orders);
        return;
      case 'policies':
        guard.follow(incoming.policies);
        return;
      case 'tutor-left':
        tutorLeft(incoming.asker);
        return;
      case 'dropped':
        countDropped(counters, incoming.reason);
        return;
      case 'stop-screen-shares':
        actions.endShares(incoming.sessionIds);
        return;
      case 'room-message':
        if (!actions.rooms.receive(incoming.roomId, incoming.payload)) countDropped(counters, 'room-message');
        return;
      case 'room-changed':
        actions.rooms.changed(incoming.roomId);
        return;
      case 'room-talk':
        return;
    }
  };
}
