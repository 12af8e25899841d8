/** Ends the sockets of tutors and devices that have lost their site, after changes of the directory. */
import type { Change, Changes } from '#base/changes.ts';
import { boundedWork } from '#domain/semaphore.ts';
import { isOutage } from '#store/outages.ts';
import type { PeerHolder } from './peer-tickets.ts';

export type PeerRecheckDeps = {
  changes: Pick<Changes, 'listen'>;
  /** Interval of checks of all holders, for changes by other processes. Undefined: never. */
  intervalMs?: number | undefined;
  /** The holders of all sockets; may contain a holder more than once. */
  holders(): Iterable<PeerHolder>;
  /** Rejects if the database does not answer. */
  isPresent(holder: PeerHolder): Promise<boolean>;
  /** Closes the sockets of a sign-in. */
  end(holder: PeerHolder): void;
  failed(error: unknown): void;
};

type Concerned = (holder: PeerHolder) => boolean;

/** Resources whose changes may remove a tutor or a device. */
const TUTORS: ReadonlySet<string> = new Set(['tutors', 'rolelinks', 'roles', 'sites', 'taglinks', 'tags']);
const DEVICES: ReadonlySet<string> = new Set(['devices', 'users', 'sites']);
/** Limits the checks at a time, because the database has other work too. */
const CONCURRENCY = 8;
/** Delay during an outage of the database. */
const RETRY_DELAY_MS = 1_000;
const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, RETRY_DELAY_MS).unref());

/** Returns a function that stops the rechecks. */
export function startPeerRecheck(deps: PeerRecheckDeps): () => void {
  let stopped = false;
  /** Holders that must be checked again after an outage. */
  const unknown = new Set<Concerned>();
  let isRetrying = false;

  /** Returns the first outage, if the database was unreachable for one of the holders. */
  async function recheck(concerned: Concerned): Promise<unknown> {
    const bySession = new Map<string, PeerHolder>();
    for (const holder of [...deps.holders()].filter(concerned))
      bySession.set(JSON.stringify([holder.tenant, holder.session, holder.site]), holder);
    let outage: unknown;
    await boundedWork([...bySession.values()], CONCURRENCY, async (holder) => {
      if (stopped) return;
      try {
        if (!(await deps.isPresent(holder)) && !stopped) deps.end(holder);
      } catch (error) {
        if (isOutage(error)) outage ??= error;
        else deps.failed(error);
      }
    });
    return outage;
  }

  /** A change is notified only once, so its check is retried until the database answers. */
  async function recheckUntilKnown(concerned: Concerned): Promise<void> {
    const outage = await recheck(concerned);
    if (outage === undefined) return;
    unknown.add(concerned);
    if (isRetrying) return;
    isRetrying = true;
    deps.failed(outage);
    await retry();
  }

  async function retry(): Promise<void> {
    while (unknown.size > 0 && !stopped) {
      await pause();
      const asked = [...unknown];
      unknown.clear();
      const outage = await recheck((holder) => asked.some((concerned) => concerned(holder)));
      if (outage !== undefined) for (const concerned of asked) unknown.add(concerned);
    }
    isRetrying = false;
  }

  const unlisten = deps.changes.listen((change) => {
    if (change.change !== 'created' && change.reachUnchanged !== true)
      void recheckUntilKnown((holder) => concerns(change, holder));
  });
  const timer =
    deps.intervalMs === undefined
      ? undefined
      : setInterval(async () => {
          const outage = await recheck(() => true);
          if (outage !== undefined) deps.failed(outage);
        }, deps.intervalMs).unref();
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
