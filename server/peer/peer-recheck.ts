/** Ends the sockets of those who are no longer of their site when the directory changes. */
import type { Change, Changes } from '../changes.ts';
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

/** Resources after whose changes a tutor or device may be gone. */
const TUTORS: ReadonlySet<string> = new Set(['tutors', 'rolelinks', 'roles', 'sites', 'taglinks', 'tags']);
const DEVICES: ReadonlySet<string> = new Set(['devices', 'users', 'sites']);
/** How many holders are checked at a time: the directory has other work to do as well. */
const PARALLEL = 8;

/** Returns its stop. */
export function startPeerRecheck(deps: PeerRecheckDeps): () => void {
  let stopped = false;

  async function recheck(holders: Iterable<PeerHolder>): Promise<void> {
    const bySession = new Map<string, PeerHolder>();
    for (const holder of holders)
      bySession.set(JSON.stringify([holder.tenant, holder.session, holder.site]), holder);
    const waiting = [...bySession.values()];
    const work = async () => {
      for (let holder = waiting.pop(); holder && !stopped; holder = waiting.pop())
        if (!(await deps.isPresent(holder)) && !stopped) deps.end(holder);
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
  }

  const begin = (concerned: (holder: PeerHolder) => boolean) => {
    recheck([...deps.holders()].filter(concerned)).catch(deps.failed);
  };
  const unlisten = deps.changes.listen((change) => {
    if (change.change !== 'created' && change.reachUnchanged !== true)
      begin((holder) => concerns(change, holder));
  });
  const timer =
    deps.everyMs === undefined ? undefined : setInterval(() => begin(() => true), deps.everyMs).unref();
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
