/** Finds the process that serves a site, and asks it; where nobody serves the site, a process that has few takes it. */
import type { LeaseStore, ProcessName, SiteName } from './site-leases.ts';

/** What asking a process has come to. */
export type Asked<Answer> =
  | { name: 'answered'; answer: Answer }
  /** Another process has the site. */
  | { name: 'moved'; holder: ProcessName }
  /** Nobody listens at its address, or it is another process that does. */
  | { name: 'dead' }
  /** It does not answer, and may yet live. */
  | { name: 'silent' };

export type SiteRoutesDeps = {
  store: Pick<LeaseStore, 'holderOf' | 'choose' | 'release' | 'releaseMissed' | 'withdraw'>;
  self: ProcessName;
  /** True for a process of this machine: where nobody listens at its address, it has ended. */
  isNear(process: ProcessName): boolean;
  isHere(site: SiteName): boolean;
  failed(error: unknown): void;
};

export type SiteRoutes = {
  /** Undefined: no process can serve the site at this moment. */
  reach<Answer>(
    site: SiteName,
    ask: (process: ProcessName) => Promise<Asked<Answer>>,
  ): Promise<Answer | undefined>;
};

type Whereabouts = {
  process: ProcessName;
  /** It served the site when it was last asked, and nobody says that it has the site now. */
  isGuess?: boolean;
};

/** A dead holder, a race for its site, and one more. */
const MAX_TRIES = 5;

export function createSiteRoutes(deps: SiteRoutesDeps): SiteRoutes {
  const { store, self, isHere, failed } = deps;
  /** Where sites were last, for as long as the store is away. */
  const last = new Map<SiteName, ProcessName>();

  async function whereIs(site: SiteName): Promise<Whereabouts | undefined> {
    if (isHere(site)) return { process: self };
    const before = last.get(site);
    try {
      const holder = await store.holderOf(site);
      if (holder !== undefined) return { process: holder };
      // A store that has lost everything does not know yet what a process goes on serving.
      if (before !== undefined) return { process: before, isGuess: true };
      return { process: (await store.choose()) ?? self };
    } catch (error) {
      failed(error);
      return before === undefined ? undefined : { process: before };
    }
  }

  /**
   * Its clients are back sooner than its lease runs out. Of another machine it may live all the same, behind a network that lets
   * nobody through: false as long as it renews its lease.
   */
  async function bury(site: SiteName, dead: ProcessName): Promise<boolean> {
    if (deps.isNear(dead)) await store.release(site, dead);
    else if (!(await store.releaseMissed(site, dead))) {
      failed(
        new Error(
          `${dead} has the site ${site} and does not answer there: it ends, or RELAY_LISTEN is wrong`,
        ),
      );
      return false;
    }
    last.delete(site);
    await store.withdraw(dead);
    return true;
  }

  function unburied(error: unknown): boolean {
    failed(error);
    return false;
  }

  return {
    async reach(site, ask) {
      let next: Whereabouts | undefined;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const place: Whereabouts | undefined = next ?? (await whereIs(site));
        next = undefined;
        if (place === undefined) return undefined;
        const { process } = place;
        const asked = await ask(process);
        if (asked.name === 'answered') {
          last.set(site, process);
          return asked.answer;
        }
        if (asked.name === 'silent') {
          // It has left the site, perhaps because it ends: the next look is for another one.
          if (place.isGuess && last.get(site) === process) last.delete(site);
          return undefined;
        }
        if (asked.name === 'moved') next = { process: asked.holder };
        else if (process === self) return undefined;
        else if (!(await bury(site, process).catch(unburied))) return undefined;
      }
      return undefined;
    },
  };
}

/** Looks for a process so often: where one has ended, the next one may have hundreds of clients on its hands before it can answer. */
const MAX_LOOKS = 10;
const LOOK_AGAIN_MS = 500;
/** Each look may itself wait for a process that hangs. */
const LOOK_FOR_MS = 8_000;

/** `look` again and again until it finds something; undefined: a client is told that its site cannot be served, and comes again. */
export async function untilServed<Found>(
  look: () => Promise<Found | undefined>,
  pause: (ms: number) => Promise<unknown>,
): Promise<Found | undefined> {
  const begunAt = performance.now();
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    const isOver = looks === MAX_LOOKS || performance.now() - begunAt > LOOK_FOR_MS;
    if (found !== undefined || isOver) return found;
    await pause(LOOK_AGAIN_MS);
  }
}
