/** What the page is about right now, outside React: the link, the site behind it, and the student who takes part. */
import { createObservable, type Observable } from '../observable.ts';
import type { PageMemory, Person } from '../page-memory.ts';
import type { SiteOutcome, StudentSite } from '../platform/student-site.ts';
import type { SiteLink } from '../site-link.ts';
import type { JoinOutcome, TakePart, TakingPart } from './taking-part.ts';

export type JoinProblem = Exclude<JoinOutcome['name'], 'joined'>;

export type PageState =
  | { name: 'no-link' }
  /** Another tab of this browser has the page open; this one goes on when that one is closed. */
  | { name: 'open-already' }
  | { name: 'looking' }
  | { name: 'bad-link' }
  | { name: 'unreachable' }
  | { name: 'welcome'; site: StudentSite; joining: boolean; problem?: JoinProblem; hasLeft?: true }
  | { name: 'taking-part'; site: StudentSite; part: TakingPart };

export type StudentPage = {
  state: Observable<PageState>;
  start(): Promise<void>;
  tryAgain(): void;
  join(person: Person): Promise<void>;
  leave(): Promise<void>;
};

export function createStudentPage(deps: {
  memory: PageMemory;
  link: SiteLink | undefined;
  findSite: (link: SiteLink) => Promise<SiteOutcome>;
  takePart: TakePart;
  /** Resolves when this tab is the only one; `waiting` is called when it is not at once. */
  becomeOnly: (waiting: () => void) => Promise<void>;
  tellOutside: (title: string, message: string) => void;
}): StudentPage {
  const { memory, link } = deps;
  const state = createObservable<PageState>({ name: 'looking' });

  const look = async (known: SiteLink): Promise<void> => {
    state.set({ name: 'looking' });
    const outcome = await deps.findSite(known);
    if (outcome.name !== 'found') {
      state.set(outcome);
      return;
    }
    const { site } = outcome;
    const person = memory.person.get();
    state.set({ name: 'welcome', site, joining: false });
    if (person && memory.takesPart.get()) await joinAs(site, person, true);
  };

  const joinAs = async (site: StudentSite, person: Person, comesBack: boolean): Promise<void> => {
    if (link === undefined) return;
    state.set({ name: 'welcome', site, joining: true });
    const { tellOutside } = deps;
    const outcome = await deps.takePart({ site, link, person, memory, tellOutside, comesBack });
    if (outcome.name !== 'joined') {
      memory.takesPart.set(undefined);
      state.set({ name: 'welcome', site, joining: false, problem: outcome.name });
      return;
    }
    memory.person.set(person);
    memory.takesPart.set(true);
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
    memory.takesPart.set(undefined);
    // Somebody else may sit here next. Who is shut out has not chosen to go, and may come back.
    if ('hasLeft' in why) {
      memory.person.set(undefined);
      memory.privacy.set(undefined);
    }
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
    async leave() {
      const now = state.get();
      if (now.name === 'taking-part') await leave(now.part, { hasLeft: true });
    },
  };
}
