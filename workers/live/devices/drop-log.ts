/** Dropped messages of one watched place, counted by client. The size is bounded. */
import type { Clock } from '#protocol/clock.ts';
import type { DroppedMessages } from '#protocol/debug-report.ts';

export type DropLog = ReturnType<typeof createDropLog>;

const MAX_CLIENTS = 5_000;

export function createDropLog({ clock }: { clock: Clock }) {
  const clients = new Map<string, { counts: Record<string, number>; lastAt: number }>();
  return {
    count(clientId: string, reason: string) {
      // Prevents a sender from filling the memory with made-up ids.
      if (!clients.has(clientId) && clients.size >= MAX_CLIENTS) return;
      const drops = clients.get(clientId) ?? { counts: {}, lastAt: 0 };
      clients.set(clientId, drops);
      drops.counts[reason] = (drops.counts[reason] ?? 0) + 1;
      drops.lastAt = clock.now();
    },
    /** `clientIds`: limits the report to these clients. */
    report(clientIds: Iterable<string> = clients.keys()): Record<string, DroppedMessages> {
      const reports: [string, DroppedMessages][] = [];
      for (const clientId of clientIds) {
        const drops = clients.get(clientId);
        if (drops) reports.push([clientId, { counts: { ...drops.counts }, lastAt: drops.lastAt }]);
      }
      return Object.fromEntries(reports);
    },
    clear: () => clients.clear(),
  };
}
