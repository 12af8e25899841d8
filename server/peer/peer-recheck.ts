/** Ends the sockets of those who are no longer of their site when the directory changes. */
import type { Change, Changes } from '../changes.ts';
import { isOutage } from '../store/outages.ts';
import type { PeerHolder } from './peer-tickets.ts';

export type PeerRecheckDeps = {
  changes: Pick<Changes, 'listen'>;
  /** How often all are checked where another process may have changed the directory; undefined: never. */
  everyMs?: number | undefined;
  /** Who has sockets; each holder may stand here more than once. */
  holders(): Iterable<PeerHolder>;
  /** Rejects where the database does not answer. */
  isPresent(holder: PeerHolder): Promise<boolean>;
  /** Closes the sockets of a sign-in. */
  end(holder: PeerHolder): void;
  failed(error: unknown): void;
};

type Concerned = (holder: PeerHolder) => boolean;

/** Resources after whose changes a tutor or device may be gone. */
const TUTORS: ReadonlySet<string> = new Set(['tutors', 'rolelinks', 'roles', 'sites', 'taglinks', 'tags']);
const DEVICES: ReadonlySet<string> = new Set(['devices', 'users', 'sites']);
/** How many holders are checked at a time: the directory has other work to do as well. */
const PARALLEL = 8;
/** While the database is away. */
const TRY_AGAIN_MS = 1_000;
const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, TRY_AGAIN_MS).unref());

/** Returns its stop. */
export function startPeerRecheck(deps: PeerRecheckDeps): () => void {
  let stopped = false;
  /** For whom the database could not be asked. */
  const unknown = new Set<Concerned>();
  let isAskingAgain = false;

  /** Answers the first outage, where the database could not be asked for one of them. */
  async function recheck(concerned: Concerned): Promise<unknown> {
    const bySession = new Map<string, PeerHolder>();
    for (const holder of [...deps.holders()].filter(concerned))
      bySession.set(JSON.stringify([holder.tenant, holder.session, holder.site]), holder);
    const left = [...bySession.values()];
    let outage: unknown;
    const check = async (holder: PeerHolder) => {
      try {
        if (!(await deps.isPresent(holder)) && !stopped) deps.end(holder);
      } catch (error) {
        if (isOutage(error)) outage ??= error;
        else deps.failed(error);
      }
    };
    const work = async () => {
      for (let holder = left.pop(); holder && !stopped; holder = left.pop()) await check(holder);
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return outage;
  }

  /** Nothing tells of a change once more: where it cannot be asked what it has taken away, that is asked again. */
  async function recheckUntilKnown(concerned: Concerned): Promise<void> {
    const outage = await recheck(concerned);
    if (outage === undefined) return;
    unknown.add(concerned);
    if (isAskingAgain) return;
    isAskingAgain = true;
    deps.failed(outage);
    await askAgain();
  }

  async function askAgain(): Promise<void> {
    while (unknown.size > 0 && !stopped) {
      await pause();
      const asked = [...unknown];
      unknown.clear();
      const outage = await recheck((holder) => asked.some((concerned) => concerned(holder)));
      if (outage !== undefined) for (const concerned of asked) unknown.add(concerned);
    }
    isAskingAgain = false;
  }

  const unlisten = deps.changes.listen((change) => {
    if (change.change !== 'created' && change.reachUnchanged !== true)
      void recheckUntilKnown((holder) => concerns(change, holder));
  });
  const timer =
    deps.everyMs === undefined
      ? undefined
      : setInterval(async () => {
          const outage = await recheck(() => true);
          if (outage !== undefined) deps.failed(outage);
        }, deps.everyMs).unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    unlisten();
  };
}

const concerns = ({ tenant, site, resource }: Change, holder: PeerHolder): boolean =>
  holder.tenant === tenant &&
  (site === undefined || holder.site === site) &&
  (holder.kind === 'device' ? DEVICES : TUTORS).has(resource);
