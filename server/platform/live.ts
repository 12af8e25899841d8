/** Opens the broker and the peer server. Both close connections of ended sessions. */
import { startEndedSessionsFeed } from '#auth/sessions/ended-sessions-feed.ts';
import type { PlatformBase, PlatformCore } from './core.ts';
import { createLiveMaker, type LiveServices } from './live-services.ts';
import { openSiteServices } from './site-services.ts';

export type PlatformLive = Awaited<ReturnType<typeof openLive>>;

/** Rejects if the database cannot be read. */
export async function openLive(base: PlatformBase, core: PlatformCore) {
  const { options, clock, log, ends } = base;
  const { db, ended } = core;
  const maker = await createLiveMaker(base, core);
  const { processes } = core;
  const { broker, peers }: LiveServices = processes
    ? await openSiteServices(base, core, { maker, ...processes })
    : await maker.make({});
  ends.add(
    () => broker.close(),
    () => peers.close(),
  );
  ended.listen((tenant, family) => {
    broker.endSession(tenant, family);
    peers.endSession(tenant, family);
  });
  const endedFeed = await startEndedSessionsFeed({
    db,
    ended,
    isShared: options.databaseUrl !== undefined,
    clock,
    failed: (error) => log.error('could not read the ended sessions', { error }),
  });
  ends.add(() => endedFeed.stop());
  return { broker, peers, idSecret: maker.idSecret, peerTickets: maker.tickets };
}
