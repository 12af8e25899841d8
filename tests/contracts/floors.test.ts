/** Imports go down, by the table of floors in scripts/walls.ts. Realms share src/protocol and src/domain alone. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { againstFloors, importsOf } from '../support/floors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isRefused = (from: string, to: string) => againstFloors([{ from, to }]).length > 0;

describe('the floors', () => {
  it('hold for every import of the source', async () => {
    const imports = await importsOf(root);
    expect(imports.length).toBeGreaterThan(5_000);
    expect(againstFloors(imports)).toEqual([]);
  });

  it.each([
    ['src/domain/a.ts', 'src/rest/groups.ts'],
    ['src/domain/a.ts', 'src/protocol/topics.ts'],
    ['src/protocol/rest/a.ts', 'src/session/tenant.ts'],
    ['src/protocol/a.ts', 'src/session/tenant.ts'],
    ['src/ui/a.ts', 'src/rest/groups.ts'],
    ['src/ui/a.ts', 'src/live/device-store.ts'],
    ['src/ui/parts/a.ts', 'src/session/tenant.ts'],
    ['src/rest/a.ts', 'src/screens/group/group-screen.tsx'],
    ['src/session/a.ts', 'src/shell/header.tsx'],
    ['src/live/a.ts', 'src/routes/router.ts'],
    ['src/live/a.ts', 'workers/live/main.ts'],
    ['src/shell/a.ts', 'src/screens/group/group-screen.tsx'],
    ['src/shell/layout/a.ts', 'src/features/action-bar/action-bar.tsx'],
    ['src/live/a.ts', 'src/features/action-bar/perform.ts'],
    ['src/ui/a.ts', 'src/features/action-bar/perform.ts'],
    ['src/features/action-bar/a.ts', 'workers/live/live.ts'],
    ['src/shell/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/polls/a.ts', 'src/screens/group/group-screen.tsx'],
    ['src/features/polls/a.ts', 'src/features/files/file-rows.ts'],
    ['src/features/polls/a.ts', 'src/features/device-card/device-card.tsx'],
    ['src/features/polls/parts/a.ts', 'src/features/device-card/device-card.tsx'],
    ['src/features/polls/a.ts', 'src/features/action-entries/action-entries.ts'],
    ['src/features/device-card/a.ts', 'src/features/action-entries/action-entries.ts'],
    ['src/features/action-bar/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/action-bar/parts/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/action-bar/a.ts', 'src/features/policy-events/event-table.tsx'],
    ['src/screens/group/a.ts', 'src/screens/sites/sites-screen.tsx'],
    ['src/screens/group/a.ts', 'src/routes/router.ts'],
    ['src/screens/group/cards/a.ts', 'src/screens/sites/sites-screen.tsx'],
    ['src/screens/admin/sites/a.ts', 'src/screens/admin/tutors/tutors-screen.tsx'],
    ['src/screens/admin/sites/a.ts', 'src/screens/group/group-screen.tsx'],
    ['src/session/a.ts', 'server/auth/tokens.ts'],
    ['workers/live/a.ts', 'src/session/tenant.ts'],
    ['sw/a.ts', 'src/session/tenant.ts'],
    ['server/a.ts', 'agent/core/device.ts'],
    ['agent/core/a.ts', 'agent/node/enrolment.ts'],
    ['agent/core/actions/a.ts', 'agent/node/enrolment.ts'],
    ['agent/core/actions/parts/a.ts', 'agent/node/enrolment.ts'],
    ['src/domain/policies/a.ts', 'src/rest/groups.ts'],
    ['agent/core/a.ts', 'agent/mqtt/mqtt-transport.ts'],
    ['agent/core/actions/a.ts', 'agent/mqtt/mqtt-transport.ts'],
    ['agent/mqtt/a.ts', 'agent/node/enrolment.ts'],
    ['agent/simulated/a.ts', 'server/broker/broker.ts'],
    ['agent/node/a.ts', 'server/auth/tokens.ts'],
    ['agent/node/remote-screen/a.ts', 'agent/simulated/desktop/desktop.ts'],
    ['workers/chunks/a.ts', 'src/peer/peers.ts'],
    ['workers/chunks/a.ts', 'workers/live/main.ts'],
    ['agent/peer/a.ts', 'src/peer/peers.ts'],
    ['agent/peer/a.ts', 'server/peer/peer-relay.ts'],
    ['agent/page/a.ts', 'src/ui/empty.tsx'],
    ['agent/page/parts/a.ts', 'agent/node/enrolment.ts'],
    ['agent/student-ui/questions/a.ts', 'agent/page/student/taking-part.ts'],
    ['agent/student-ui/a.ts', 'agent/mqtt/mqtt-transport.ts'],
    ['agent/page/a.ts', 'workers/chunks/main.ts'],
    ['src/protocol/rest/a.ts', 'src/rest/groups.ts'],
    ['src/ui/a.ts', 'src/session/tenant.ts'],
    ['src/rest/a.ts', 'src/live/device-store.ts'],
    ['src/features/polls/parts/a.ts', 'src/features/files/file-rows.ts'],
    ['server/store/a.ts', 'server/broker/broker.ts'],
    ['server/base/a.ts', 'server/log.ts'],
    ['server/new-folder/a.ts', 'server/base/log.ts'],
    ['server/rest/a.ts', 'agent/core/device.ts'],
    ['src/domain/devices/a.ts', 'src/domain/policies/page-line.ts'],
    ['src/features/polls/a.ts', 'src/features/why-dark/use-why-dark.ts'],
  ])('refuse that %s imports %s', (from, to) => {
    expect(isRefused(from, to)).toBe(true);
  });

  it.each([
    ['src/domain/a.ts', 'src/domain/roles.ts'],
    ['src/protocol/rest/a.ts', 'src/domain/people/roles.ts'],
    ['src/ui/a.ts', 'src/protocol/rest/group.ts'],
    ['src/domain/policies/a.ts', 'src/domain/roles.ts'],
    ['src/rest/a.ts', 'src/session/fresh-token.ts'],
    ['src/features/device-card/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/device-card/a.ts', 'src/features/policy-events/event-bell.tsx'],
    ['src/features/action-entries/a.ts', 'src/features/polls/poll-entry.ts'],
    ['src/features/polls/a.ts', 'src/features/action-bar/action-bar.tsx'],
    ['src/features/polls/parts/a.ts', 'src/features/action-bar/action-bar.tsx'],
    ['src/features/polls/parts/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/polls/a.ts', 'src/peer/files/file-exchange.ts'],
    ['src/screens/group/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/shell/a.ts', 'src/rest/groups.ts'],
    ['src/screens/group/a.ts', 'src/rest/groups.ts'],
    ['src/screens/group/a.ts', 'src/screens/group/cards/device-card.tsx'],
    ['src/screens/group/cards/a.ts', 'src/screens/group/group-screen.tsx'],
    ['src/screens/group/cards/a.ts', 'src/ui/empty.tsx'],
    ['src/screens/admin/sites/a.ts', 'src/rest/sites.ts'],
    ['src/routes/a.ts', 'src/screens/group/group-screen.tsx'],
    ['workers/live/a.ts', 'src/protocol/topics.ts'],
    ['agent/core/actions/a.ts', 'agent/core/device-state.ts'],
    ['agent/simulated/a.ts', 'agent/core/device.ts'],
    ['agent/runner/a.ts', 'agent/node/enrolment.ts'],
    ['agent/node/webrtc/a.ts', 'agent/peer/simple-peer.ts'],
    ['agent/core/actions/a.ts', 'agent/core/feedback/feedback.ts'],
    ['agent/core/actions/a.ts', 'agent/core/device.ts'],
    ['agent/core/actions/parts/a.ts', 'agent/core/device.ts'],
    ['agent/mqtt/a.ts', 'agent/core/link.ts'],
    ['agent/simulated/a.ts', 'agent/mqtt/mqtt-transport.ts'],
    ['workers/chunks/a.ts', 'src/protocol/threads/chunks-worker.ts'],
    ['agent/peer/a.ts', 'src/protocol/peer/peer-payload.ts'],
    ['agent/peer/a.ts', 'agent/core/peer-world.ts'],
    ['agent/page/parts/a.ts', 'agent/core/peer-world.ts'],
    ['agent/page/parts/a.ts', 'agent/student-ui/questions/asks.tsx'],
    ['agent/student-ui/questions/a.ts', 'agent/core/device-state.ts'],
    ['agent/page/a.ts', 'agent/peer/create-peer-world.ts'],
    ['agent/page/a.ts', 'agent/mqtt/mqtt-transport.ts'],
    ['server/main.ts', 'server/platform/platform.ts'],
  ])('allow that %s imports %s', (from, to) => {
    expect(isRefused(from, to)).toBe(false);
  });
});
