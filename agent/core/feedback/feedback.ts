/** Starts and stops a feedback stream for each response topic and type in the demand book. */
import type { Clock } from '#protocol/clock.ts';
import { countDropped } from '../counters.ts';
import type { Screen, ScreenChange } from '../screen.ts';
import type { DemandBook, DemandChange, ServedDemand } from './demand-book.ts';
import { planRecords, planThumbnails, type RecordPlan, type ThumbnailPlan } from './demand-plan.ts';
import { createFeedbackSender, type FeedbackSenderDeps } from './feedback-sender.ts';
import {
  type Answer,
  createRecordStream,
  createThumbnailStream,
  type FeedbackStream,
} from './feedback-stream.ts';
import { phaseOf } from './phase.ts';

const HIDDEN_BY_PRIVACY: readonly ScreenChange[] = ['tabs', 'applications'];

export type FeedbackDeps = FeedbackSenderDeps & {
  book: () => DemandBook;
  clock: Clock;
  screen: Screen;
  /** The display that a tutor chose by `setThumbnailDisplay`. */
  chosenBy: (tutorId: string) => string | undefined;
};

export function createFeedback(deps: FeedbackDeps) {
  const { clock, screen, counters } = deps;
  const records = new Map<string, { type: ServedDemand; stream: FeedbackStream<RecordPlan> }>();
  const thumbnails = new Map<string, { plan: ThumbnailPlan; stream: FeedbackStream<ThumbnailPlan> }>();
  const { sendRecord, sendThumbnail } = createFeedbackSender(deps);
  const phase = () => phaseOf(deps.identity()?.clientId ?? '');

  const syncRecords = (responseTopic: string, type: Exclude<ServedDemand, 'thumbnails'>, answer: Answer) => {
    const key = `${responseTopic} ${type}`;
    const plan = planRecords(deps.book().of(responseTopic, type), type);
    if (plan === undefined) {
      records.get(key)?.stream.stop();
      records.delete(key);
      return;
    }
    const running = records.get(key) ?? {
      type,
      stream: createRecordStream({ clock, phase: phase(), send: () => sendRecord(responseTopic, type) }),
    };
    records.set(key, running);
    running.stream.follow(plan, answer);
  };

  const syncThumbnails = (responseTopic: string, asked: boolean) => {
    const identity = deps.identity();
    const plan =
      identity &&
      planThumbnails({
        demands: deps.book().of(responseTopic, 'thumbnails'),
        clientId: identity.clientId,
        displays: screen.displays(),
        chosenBy: deps.chosenBy,
      });
    const before = thumbnails.get(responseTopic);
    if (plan === undefined) {
      before?.stream.stop();
      thumbnails.delete(responseTopic);
      return;
    }
    const stream =
      before?.stream ??
      createThumbnailStream({
        clock,
        phase: phase(),
        screen,
        send: (thumbnail) => sendThumbnail(responseTopic, thumbnail),
        onTooLarge: () => countDropped(counters, 'thumbnail-too-large'),
      });
    thumbnails.set(responseTopic, { plan, stream });
    const more = before === undefined || showsMore(before.plan, plan);
    stream.follow(plan, more ? 'now' : asked ? 'unless-sent' : 'on-beat');
  };

  const replanThumbnails = (): void => {
    const demands = deps
      .book()
      .all()
      .filter(({ type }) => type === 'thumbnails');
    for (const topic of new Set(demands.map(({ responseTopic }) => responseTopic)))
      syncThumbnails(topic, false);
  };

  const screenChanged = (change: ScreenChange): void => {
    for (const { type, stream } of records.values()) if (type === change) stream.changed();
    // Privacy, the lock or the sound has changed.
    if (change === 'statuses') for (const { stream } of thumbnails.values()) stream.changed();
    // The list of displays has changed.
    if (change === 'info') replanThumbnails();
  };

  return {
    /** Called by the demand book. */
    demandChanged({ responseTopic, type, change }: DemandChange): void {
      if (type !== 'thumbnails') {
        syncRecords(responseTopic, type, change === 'added' || change === 'renewed' ? 'now' : 'on-beat');
        return;
      }
      // A renewed demand reaches the whole class at once, so running pictures keep their phase. A picture is
      // only drawn at once if the next one may be far away, for a console that has just reconnected.
      const plan = thumbnails.get(responseTopic)?.plan;
      const far = plan !== undefined && (plan.onChange || plan.intervalMs > 10_000);
      syncThumbnails(responseTopic, change === 'added' || (change === 'renewed' && far));
    },

    screenChanged,

    /** Sends the open tabs and windows again, hidden or visible, because privacy has begun or ended. */
    privacyChanged(): void {
      for (const kind of HIDDEN_BY_PRIVACY) screenChanged(kind);
    },

    replanThumbnails,

    /** Announces the device to a group. Pictures that it sent while disconnected reached no console. */
    hello(responseTopic: string): void {
      sendRecord(responseTopic, 'hello');
      if (thumbnails.has(responseTopic)) syncThumbnails(responseTopic, true);
    },

    stop() {
      for (const { stream } of records.values()) stream.stop();
      for (const { stream } of thumbnails.values()) stream.stop();
      records.clear();
      thumbnails.clear();
    },
  };
}

/** A tutor should not wait for the next beat after choosing a display, a size or a quality. */
function showsMore(before: ThumbnailPlan, next: ThumbnailPlan): boolean {
  return (
    next.quality > before.quality ||
    next.width > before.width ||
    next.height > before.height ||
    next.displays.some(({ id }) => !before.displays.some((display) => display.id === id))
  );
}
