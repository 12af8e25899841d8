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
  store: Pick<LeaseStore, 'holderOf' | 'choose' | 'release' | 'withdraw'>;
  self: ProcessName;
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

/** A dead holder, a race for its site, and one more. */
const MAX_TRIES = 5;

export function createSiteRoutes({ store, self, isHere, failed }: SiteRoutesDeps): SiteRoutes {
  /** Where sites were last, for as long as the store is away. */
  const last = new Map<SiteName, ProcessName>();

  async function whereIs(site: SiteName): Promise<ProcessName | undefined> {
    if (isHere(site)) return self;
    try {
      return (await store.holderOf(site)) ?? (await store.choose()) ?? self;
    } catch (error) {
      failed(error);
      return last.get(site);
    }
  }

  /** Its clients are back sooner than its lease runs out. */
  async function bury(site: SiteName, dead: ProcessName): Promise<void> {
    last.delete(site);
    await store.withdraw(dead);
    await store.release(site, dead);
  }

  return {
    async reach(site, ask) {
      let next: ProcessName | undefined;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const process: ProcessName | undefined = next ?? (await whereIs(site));
        next = undefined;
        if (process === undefined) return undefined;
        const asked = await ask(process);
        if (asked.name === 'answered') {
          last.set(site, process);
          return asked.answer;
        }
        if (asked.name === 'silent') return undefined;
        if (asked.name === 'moved') next = asked.holder;
        else if (process === self) return undefined;
        else await bury(site, process).catch(failed);
      }
      return undefined;
    },
  };
}
