/** Combines the demands on a device, the feedback that they start, and the displays that tutors chose. */
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { TransportPublish } from '../connection/transport.ts';
import type { DeviceCounters } from '../counters.ts';
import type { DeviceState } from '../device-state.ts';
import type { DeviceIdentity, DeviceProfile } from '../identity.ts';
import type { Screen } from '../screen.ts';
import { createDemandBook } from './demand-book.ts';
import { createFeedback } from './feedback.ts';
import { recordText } from './records.ts';
import { type Watcher, watchersOf } from './watchers.ts';

export function createDemandAnswers(deps: {
  clock: Clock;
  screen: Screen;
  profile: DeviceProfile;
  identity: () => DeviceIdentity | undefined;
  state: () => Readonly<DeviceState>;
  /** The start of the current connection; undefined while there is none. */
  onlineSince: () => EpochMs | undefined;
  publish: (message: TransportPublish) => Promise<boolean>;
  counters: DeviceCounters;
  onWatchers: ((watchers: readonly Watcher[]) => void) | undefined;
}) {
  const { clock, screen, profile, identity } = deps;
  const chosenDisplays = new Map<string, string>();
  const watchers = () => watchersOf(book.all());

  const book = createDemandBook({
    clock,
    onChange(change) {
      feedback.demandChanged(change);
      deps.onWatchers?.(watchers());
    },
  });
  const feedback = createFeedback({
    book: () => book,
    clock,
    screen,
    identity,
    recordText(kind) {
      const self = identity();
      if (self === undefined) return undefined;
      const [state, now, since] = [deps.state(), clock.now(), deps.onlineSince()];
      return recordText(kind, { identity: self, profile, screen, state, now, since });
    },
    chosenBy: (tutorId) => chosenDisplays.get(tutorId),
    publish: deps.publish,
    counters: deps.counters,
  });

  return {
    book,
    feedback,
    watchers,
    chooseDisplay(tutorId: string, displayId: string): void {
      chosenDisplays.set(tutorId, displayId);
      feedback.replanThumbnails();
    },
    forgetDisplay(tutorId: string): void {
      chosenDisplays.delete(tutorId);
    },
  };
}
