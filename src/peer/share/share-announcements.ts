/** Announces a share to devices, and collects their answers. */

import type { ActionRun } from '#live/action-run.ts';
import type { ActionInput } from '#protocol/action-parameters.ts';
import type { Answer, Audience } from '#protocol/threads/live-action.ts';
import type { ShareSession } from './share-sessions.ts';

export type ShareRun = Pick<ActionRun, 'get' | 'subscribe' | 'forget'>;
export type SessionMessage = ActionInput<'broadcast'>['session'];
export type Broadcast = (audience: Audience, session: SessionMessage) => ShareRun;

export type AnnouncementDeps = {
  broadcast: Broadcast;
  tutorName(): string | undefined;
  session(): ShareSession;
  /** Receives the number of devices that the share is for. `declined`: how many of them do not show it. */
  answered(counts: { devices: number; declined: number }): void;
};

export type Announcements = {
  /** Announces the share to its whole audience, replacing earlier announcements. */
  toAll(): void;
  /** Announces the share to devices that have joined since. */
  toSome(clients: Extract<Audience, { clients: unknown }>['clients']): void;
  /** Stops listening to answers. */
  drop(): void;
};

export function createAnnouncements(deps: AnnouncementDeps): Announcements {
  /** The last announcement to all, and later ones to new devices. */
  let sent: { run: ShareRun; unfollow(): void }[] = [];
  /** The last answer of each client, by clientId. */
  const lastAnswers = new Map<string, Answer['state']>();
  let wasAnnounced = false;

  function countAnswers(): void {
    const [toAll] = sent;
    wasAnnounced ||= toAll?.run.get().delivery.name === 'sent';
    const { sharer } = deps.session();
    const answers = new Map(sent.flatMap(({ run }) => [...run.get().answers]));
    // The student who shares belongs to the group, but not to the audience.
    const others = [...answers.values()].filter(({ clientId }) => clientId !== sharer?.clientId);
    if (others.length === 0) return;
    // Each announcement is a new request, and absent devices time out only long after it. Until a device
    // answers, its previous answer counts.
    for (const { clientId, state } of others)
      if (state === 'confirmed' || state === 'failed') lastAnswers.set(clientId, state);
    const declined = others.filter(({ clientId }) => lastAnswers.get(clientId) === 'failed').length;
    deps.answered({ devices: others.length, declined });
  }

  function drop(): void {
    for (const { run, unfollow } of sent) {
      unfollow();
      // Queued announcements are withdrawn, because all would arrive at once. Sent ones may be answered.
      if (run.get().delivery.name === 'queued') run.forget();
    }
    sent = [];
  }

  function announce(audience: Audience): void {
    const tutorName = deps.tutorName();
    const { id, peerId, startedAt } = deps.session();
    const run = deps.broadcast(audience, {
      id,
      peerId,
      startedAt,
      ...(tutorName !== undefined && { tutorName }),
      ...(!wasAnnounced && { initial: true }),
    });
    sent.push({ run, unfollow: run.subscribe(countAnswers) });
    countAnswers();
  }

  return {
    toAll() {
      drop();
      announce(deps.session().audience);
    },
    toSome: (clients) => announce({ clients }),
    drop,
  };
}
