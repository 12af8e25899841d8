/** One running answer: what goes to one response topic for one type of demand. */
import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import type { Clock } from './clock.ts';
import type { RecordPlan, ThumbnailPlan } from './demand-plan.ts';
import { untilNextBeatMs } from './phase.ts';
import type { Picture, Screen } from './screen.ts';

export type FeedbackStream<Plan> = {
  /** Follows a changed plan; `answer`: also send now. */
  follow(plan: Plan, answer: boolean): void;
  /** What is reported changed. */
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
      if (answer) deps.send();
      wait();
    },
    changed() {
      if (plan.onChange) deps.send();
    },
    stop: () => cancel?.(),
  };
}

export type Thumbnail = {
  picture: Picture;
  displayId: string;
  primary: boolean;
  quality: number;
  at: number;
};

/** A whole class that is locked at once shows it within this time, not in one instant. */
const SHOW_CHANGE_WITHIN_MS = 1_000;

/** Draws only while followed. A slow draw or a full socket skips beats instead of queueing pictures. */
export function createThumbnailStream(deps: {
  clock: Clock;
  phase: number;
  screen: Screen;
  /** Settles when the picture has left the device. */
  send: (thumbnail: Thumbnail) => Promise<unknown>;
  onTooLarge: () => void;
}): FeedbackStream<ThumbnailPlan> {
  const { clock, screen } = deps;
  const lastVersions = new Map<string, number>();
  let plan: ThumbnailPlan | undefined;
  let cancel: (() => void) | undefined;
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
        const picture = await screen.draw({ displayId: display.id, quality, width, height });
        if (picture === undefined || plan === undefined) continue;
        lastVersions.set(display.id, version);
        if (picture.bytes.byteLength > MAX_THUMBNAIL_BYTES) deps.onTooLarge();
        else await deps.send({ picture, displayId: display.id, primary: display.primary, quality, at });
      }
    } finally {
      busy = false;
    }
    if (again && plan !== undefined) {
      again = false;
      await upload(true);
    }
  };
  const wait = (soonMs?: number) => {
    cancel?.();
    if (plan === undefined) return;
    const beatMs = untilNextBeatMs(clock.now(), plan.intervalMs, deps.phase);
    const soon = soonMs !== undefined && soonMs < beatMs;
    cancel = clock.after(soon ? soonMs : beatMs, () => {
      void upload(soon);
      wait();
    });
  };
  return {
    follow(next, answer) {
      plan = next;
      if (answer) void upload(true);
      wait();
    },
    changed: () => wait(deps.phase * SHOW_CHANGE_WITHIN_MS),
    stop() {
      plan = undefined;
      cancel?.();
    },
  };
}
