/** The policies that the devices of a group follow now. Each report is read once. */
import type { DeviceStore } from '#live/device-store.ts';

type Devices = Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>;

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, at) => b[at] === id);

/** `get` returns the same set until it changes; undefined until a device reports its policies. */
export function createActivePolicies({ ids, get, subscribeChanges }: Devices) {
  const reported = new Map<string, readonly string[]>();
  /** Policy id → number of devices that follow it. */
  const counts = new Map<string, number>();
  let active: ReadonlySet<string> | undefined;
  let isOther = false;

  function count(policyIds: Iterable<string>, by: 1 | -1): void {
    for (const id of new Set(policyIds)) {
      const before = counts.get(id) ?? 0;
      if (before + by === 0) counts.delete(id);
      else counts.set(id, before + by);
      if (before === 0 || before + by === 0) isOther = true;
    }
  }

  function setReported(clientId: string, next: readonly string[] | undefined): void {
    const before = reported.get(clientId);
    if (before === next) return;
    if (next) reported.set(clientId, next);
    else reported.delete(clientId);
    if (before && next && isSame(before, next)) return;
    if (next) count(next, 1);
    if (before) count(before, -1);
  }

  function read(): void {
    const here = new Set(ids());
    for (const clientId of here) setReported(clientId, get(clientId)?.statuses?.policies?.activePolicies);
    for (const clientId of [...reported.keys()]) if (!here.has(clientId)) setReported(clientId, undefined);
    const isSilent = reported.size === 0;
    if (!isOther && (active === undefined) === isSilent) return;
    isOther = false;
    active = isSilent ? undefined : new Set(counts.keys());
  }

  read();
  return {
    get: () => active,
    /** For `useObservable`. */
    subscribe(call: () => void): () => void {
      const look = () => {
        const before = active;
        read();
        if (active !== before) call();
      };
      read();
      return subscribeChanges(look);
    },
  };
}
