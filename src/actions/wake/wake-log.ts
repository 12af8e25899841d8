/** Which devices this tab has had woken, and when: they are off, and cannot say so themselves. */

function createWakeLog() {
  let sentAt: ReadonlyMap<string, number> = new Map();
  const listeners = new Set<() => void>();
  return {
    /** `now`: epoch ms. Ids of the directory. */
    note(deviceIds: readonly string[], now: number): void {
      sentAt = new Map([...sentAt, ...deviceIds.map((id) => [id, now] as const)]);
      for (const call of [...listeners]) call();
    },
    /** Device id → epoch ms; the same map as long as nothing was woken. */
    get: () => sentAt,
    subscribe(call: () => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
  };
}

export const wakeLog = createWakeLog();
