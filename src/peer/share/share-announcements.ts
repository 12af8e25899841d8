/** How a share is made known to devices, and what they answer. */
import type { ActionInput } from '#protocol/action-parameters.ts';
import type { Answer, Audience } from '#protocol/threads/live-action.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { ShareSession } from './share-sessions.ts';

export type ShareRun = Pick<ActionRun, 'get' | 'subscribe' | 'forget'>;
export type SessionMessage = ActionInput<'broadcast'>['session'];
export type Broadcast = (audience: Audience, session: SessionMessage) => ShareRun;

export type AnnouncementDeps = {
  broadcast: Broadcast;
  tutorName(): string | undefined;
  session(): ShareSession;
  /** What the devices have answered for which the share is. `declined`: how many of them do not show it. */
  answered(counts: { devices: number; declined: number }): void;
};

export type Announcements = {
  /** Tells everybody for whom the share is, in place of what was said before. */
  toAll(): void;
  /** Tells devices that have come since. */
  toSome(clients: Extract<Audience, { clients: unknown }>['clients']): void;
  /** Listens to no answer any more. */
  drop(): void;
};

export function createAnnouncements(deps: AnnouncementDeps): Announcements {
  /** The last announcement to all, and those to devices that have come since. */
  let sent: { run: ShareRun; unfollow(): void }[] = [];
  /** By clientId: what each has said last. */
  const lastAnswers = new Map<string, Answer['state']>();
  let wasAnnounced = false;

  function countAnswers(): void {
    const [toAll] = sent;
    wasAnnounced ||= toAll?.run.get().delivery.name === 'sent';
    const { sharer } = deps.session();
    const answers = new Map(sent.flatMap(({ run }) => [...run.get().answers]));
    // The student whose screen it is belongs to the group, but not to those for whom the share is.
    const others = [...answers.values()].filter(({ clientId }) => clientId !== sharer?.clientId);
    if (others.length === 0) return;
    // Each announcement asks anew, long before one is given up that is away: until it answers, its last answer holds.
    for (const { clientId, state } of others)
      if (state === 'confirmed' || state === 'failed') lastAnswers.set(clientId, state);
    const declined = others.filter(({ clientId }) => lastAnswers.get(clientId) === 'failed').length;
    deps.answered({ devices: others.length, declined });
  }

  function drop(): void {
    for (const { run, unfollow } of sent) {
      unfollow();
      // What waits for the broker would say the same several times over. Of what was sent the answers still come.
      if (run.get().delivery.name === 'queued') run.forget();
    }
    sent = [];
  }

  function say(audience: Audience): void {
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
      say(deps.session().audience);
    },
    toSome: (clients) => say({ clients }),
    drop,
  };
}
