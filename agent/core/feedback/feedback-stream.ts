/** Streams one type of feedback to one response topic. */
import type { Clock } from '#protocol/clock.ts';
import type { Screen } from '../screen.ts';
import type { RecordPlan, ThumbnailPlan } from './demand-plan.ts';
import { passablePicture } from './passable-picture.ts';
import { untilNextBeatMs } from './phase.ts';
import type { Thumbnail } from './thumbnail-message.ts';

/** `unless-sent`: a picture of the last second is not sent again before that second has passed. */
export type Answer = 'now' | 'unless-sent' | 'on-beat';

export type FeedbackStream<Plan> = {
  /** Applies a changed plan. `answer` decides whether to send now as well. */
  follow(plan: Plan, answer: Answer): void;
  /** Handles a change of the reported content. */
  changed(): void;
  stop(): void;
};

export function createRecordStream(deps: {
  clock: Clock;
  phase: number;
  send: () => void;
}): FeedbackStream<RecordPlan> {
  let plan: RecordPlan = { onChange: false, intervalMs: undefined };
  let cancel: (() => void) | undefined;
  const wait = () => {
    cancel?.();
    cancel = undefined;
    if (plan.intervalMs === undefined) return;
    cancel = deps.clock.after(untilNextBeatMs(deps.clock.now(), plan.intervalMs, deps.phase), () => {
      deps.send();
      wait();
    });
  };
  return {
    follow(next, answer) {
      plan = next;
      if (answer !== 'on-beat') deps.send();
      wait();
    },
    changed() {
      if (plan.onChange) deps.send();
    },
    stop: () => cancel?.(),
  };
}

/** A class that is locked at once sends its pictures spread over this time. */
const WINDOW_MS = 1_000;
/** One picture serves all consoles that start watching within this time, as at the start of a lesson. */
const THROTTLE_MS = 1_000;

/** Draws only while there is a plan. A slow draw or a full socket skips beats and queues no pictures. */
export function createThumbnailStream(deps: {
  clock: Clock;
  phase: number;
  screen: Screen;
  /** Resolves when the picture was sent. */
  send: (thumbnail: Thumbnail) => Promise<unknown>;
  onTooLarge: () => void;
}): FeedbackStream<ThumbnailPlan> {
  const { clock, screen } = deps;
  const lastVersions = new Map<string, number>();
  let plan: ThumbnailPlan | undefined;
  let cancel: (() => void) | undefined;
  /** `begunAt` is the start of the last picture; `owedAt` is when one is due apart from the beats. */
  let begunAt = Number.NEGATIVE_INFINITY;
  let owedAt: number | undefined;
  let busy = false;
  let again = false;

  const upload = async (force: boolean) => {
    if (busy) {
      again ||= force;
      return;
    }
    busy = true;
    try {
      for (const display of plan?.displays ?? []) {
        if (plan === undefined || screen.privacy()) break;
        const version = screen.pictureVersion(display.id);
        if (!force && plan.onChange && lastVersions.get(display.id) === version) continue;
        const { quality, width, height } = plan;
        const at = clock.now();
        begunAt = at;
        const taken = await passablePicture(screen, { displayId: display.id, quality, width, height });
        // Drawing takes time, so privacy may be on by now.
        if (taken === undefined || plan === undefined || screen.privacy()) continue;
        lastVersions.set(display.id, version);
        if (taken === 'too-large') deps.onTooLarge();
        else await deps.send({ ...taken, displayId: display.id, primary: display.primary, at });
      }
    } finally {
      busy = false;
    }
    if (again && plan !== undefined) {
      again = false;
      await upload(true);
    }
  };
  const uploadNow = () => {
    owedAt = undefined;
    void upload(true);
  };
  const wait = () => {
    cancel?.();
    if (plan === undefined) return;
    const now = clock.now();
    const beatMs = untilNextBeatMs(now, plan.intervalMs, deps.phase);
    const owedMs = owedAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, owedAt - now);
    cancel = clock.after(Math.min(beatMs, owedMs), () => {
      // A beat that sends anyway also covers the owed picture.
      const pays = owedAt !== undefined && (owedAt <= clock.now() || plan?.onChange === false);
      if (pays) uploadNow();
      else void upload(false);
      wait();
    });
  };
  const owe = (at: number) => {
    owedAt = Math.min(at, owedAt ?? Number.POSITIVE_INFINITY);
  };
  return {
    follow(next, answer) {
      plan = next;
      const restMs = begunAt + THROTTLE_MS - clock.now();
      if (answer === 'now' || (answer === 'unless-sent' && restMs <= 0)) uploadNow();
      else if (answer === 'unless-sent') owe(clock.now() + restMs);
      wait();
    },
    changed() {
      owe(clock.now() + deps.phase * WINDOW_MS);
      wait();
    },
    stop() {
      plan = undefined;
      cancel?.();
    },
  };
}
