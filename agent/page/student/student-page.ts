/** The page's state outside React: the link, its site, and the student who takes part. */
import type { Clock } from '#protocol/clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { PageMemory, Person } from '../page-memory.ts';
import type { SiteOutcome, StudentSite } from '../platform/student-site.ts';
import type { SiteLink } from '../site-link.ts';
import type { TabMemory } from '../tab-memory.ts';
import type { JoinOutcome, TakePart, TakingPart } from './taking-part.ts';

export type JoinProblem = Exclude<JoinOutcome['name'], 'joined'>;

export type PageState =
  | { name: 'no-link' }
  /** Another tab of this browser has the page open. This tab continues when that one is closed. */
  | { name: 'open-already' }
  | { name: 'looking' }
  | { name: 'bad-link' }
  | { name: 'unreachable' }
  | { name: 'welcome'; site: StudentSite; joining: boolean; problem?: JoinProblem; hasLeft?: true }
  /** A student took part here and did not leave. The page asks whether the same student is here now. */
  | { name: 'still-you'; site: StudentSite; person: Person }
  | { name: 'taking-part'; site: StudentSite; part: TakingPart };

export type StudentPage = {
  state: Observable<PageState>;
  start(): Promise<void>;
  tryAgain(): void;
  join(person: Person): Promise<void>;
  /** The student's answers in the state `still-you`. */
  isStillMe(): Promise<void>;
  isSomebodyElse(): Promise<void>;
  leave(): Promise<void>;
};

/** A student who was away for longer is asked who they are. Another student may use the browser now. */
const IDLE_TIMEOUT_MS = 60 * 60_000;
const HEARTBEAT_INTERVAL_MS = 60_000;

export function createStudentPage(deps: {
  memory: PageMemory;
  tab: TabMemory;
  clock: Clock;
  /** Removes the list of received files at once and then their contents. */
  forgetFiles: () => Promise<void>;
  link: SiteLink | undefined;
  findSite: (link: SiteLink) => Promise<SiteOutcome>;
  takePart: TakePart;
  /** Resolves when this tab is the only one. `waiting` is called if another tab is open. */
  becomeOnly: (waiting: () => void) => Promise<void>;
  notifyOutside: (title: string, message: string) => void;
}): StudentPage {
  const { memory, tab, clock, link } = deps;
  const state = createObservable<PageState>({ name: 'looking' });

  /** Records regularly that the student is here. The returned function stops that. */
  const noteSeen = (): (() => void) => {
    memory.seenAt.set(clock.now());
    let cancel = () => {};
    const again = () => {
      cancel = clock.after(HEARTBEAT_INTERVAL_MS, () => {
        memory.seenAt.set(clock.now());
        again();
      });
    };
    again();
    return () => cancel();
  };
  let stopSeen = () => {};

  const wasHereJustNow = (): boolean => {
    const seenAt = memory.seenAt.get();
    if (tab.isHere.get() !== true || seenAt === undefined) return false;
    const awayMs = clock.now() - seenAt;
    // A negative value means that the clock was set back.
    return awayMs >= 0 && awayMs < IDLE_TIMEOUT_MS;
  };
  /** Removes everything about this student, so that the next person at this browser does not see it. */
  const forgetStudent = () => {
    for (const slot of [memory.person, memory.privacy, memory.takesPart, memory.seenAt]) slot.set(undefined);
    memory.forgetState();
    tab.forget();
  };

  const look = async (known: SiteLink): Promise<void> => {
    state.set({ name: 'looking' });
    const outcome = await deps.findSite(known);
    if (outcome.name !== 'found') {
      state.set(outcome);
      return;
    }
    const { site } = outcome;
    const person = memory.person.get();
    if (!person || !memory.takesPart.get()) state.set({ name: 'welcome', site, joining: false });
    else if (wasHereJustNow()) await joinAs(site, person, true);
    else state.set({ name: 'still-you', site, person });
  };

  const joinAs = async (site: StudentSite, person: Person, comesBack: boolean): Promise<void> => {
    if (link === undefined) return;
    state.set({ name: 'welcome', site, joining: true });
    // Notices and answers of a previous student in this tab must not be shown to this one.
    if (!comesBack) tab.forget();
    const { notifyOutside } = deps;
    const outcome = await deps.takePart({ site, link, person, memory, tab, notifyOutside, comesBack });
    if (outcome.name !== 'joined') {
      memory.takesPart.set(undefined);
      state.set({ name: 'welcome', site, joining: false, problem: outcome.name });
      return;
    }
    memory.person.set(person);
    memory.takesPart.set(true);
    tab.isHere.set(true);
    stopSeen = noteSeen();
    const { part } = outcome;
    state.set({ name: 'taking-part', site, part });
    void part.ended.then((problem) => leave(part, { problem }));
  };

  const leave = async (
    part: TakingPart,
    why: { hasLeft: true } | { problem: JoinProblem },
  ): Promise<void> => {
    const now = state.get();
    if (now.name !== 'taking-part' || now.part !== part) return;
    stopSeen();
    memory.takesPart.set(undefined);
    // Only a student who chose to leave loses their data. One whom the platform signed out may return.
    if ('hasLeft' in why) forgetStudent();
    state.set({ name: 'welcome', site: now.site, joining: false, ...why });
    await part.leave();
  };

  return {
    state,
    async start() {
      if (link === undefined) {
        state.set({ name: 'no-link' });
        return;
      }
      await deps.becomeOnly(() => state.set({ name: 'open-already' }));
      await look(link);
    },
    tryAgain() {
      if (link) void look(link);
    },
    async join(person) {
      const now = state.get();
      if (now.name === 'welcome' && !now.joining) await joinAs(now.site, person, false);
    },
    async isStillMe() {
      const now = state.get();
      if (now.name === 'still-you') await joinAs(now.site, now.person, true);
    },
    async isSomebodyElse() {
      const now = state.get();
      if (now.name !== 'still-you') return;
      forgetStudent();
      const forgotten = deps.forgetFiles();
      state.set({ name: 'welcome', site: now.site, joining: false });
      await forgotten.catch(() => {});
    },
    async leave() {
      const now = state.get();
      if (now.name === 'taking-part') await leave(now.part, { hasLeft: true });
    },
  };
}
