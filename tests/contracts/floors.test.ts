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
    ['src/domain/a.ts', 'src/protocol/topics.ts'],
    ['src/protocol/rest/a.ts', 'src/rest/groups.ts'],
    ['src/ui/a.ts', 'src/session/tenant.ts'],
    ['src/rest/a.ts', 'src/live/device-store.ts'],
    ['src/shell/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/polls/parts/a.ts', 'src/features/files/file-rows.ts'],
    ['src/features/polls/a.ts', 'src/features/device-card/device-card.tsx'],
    ['src/features/action-bar/a.ts', 'src/features/policy-events/event-table.tsx'],
    ['src/screens/group/cards/a.ts', 'src/screens/sites/sites-screen.tsx'],
    ['src/screens/admin/sites/a.ts', 'src/screens/admin/tutors/tutors-screen.tsx'],
    ['src/screens/group/a.ts', 'src/routes/router.ts'],
    ['server/store/a.ts', 'server/broker/broker.ts'],
    ['server/base/a.ts', 'server/log.ts'],
    ['server/new-folder/a.ts', 'server/base/log.ts'],
    ['agent/core/actions/a.ts', 'agent/node/enrolment.ts'],
    ['workers/chunks/a.ts', 'workers/live/main.ts'],
    ['workers/live/a.ts', 'src/session/tenant.ts'],
    ['server/rest/a.ts', 'agent/core/device.ts'],
    ['sw/a.ts', 'src/session/tenant.ts'],
  ])('refuse that %s imports %s', (from, to) => {
    expect(isRefused(from, to)).toBe(true);
  });

  it.each([
    ['src/features/device-card/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/features/polls/parts/a.ts', 'src/features/polls/poll-store.ts'],
    ['src/screens/admin/sites/a.ts', 'src/rest/sites.ts'],
    ['src/protocol/rest/a.ts', 'src/domain/people/roles.ts'],
    ['server/main.ts', 'server/platform/platform.ts'],
    ['agent/core/actions/parts/a.ts', 'agent/core/device.ts'],
    ['workers/live/a.ts', 'src/protocol/topics.ts'],
  ])('allow that %s imports %s', (from, to) => {
    expect(isRefused(from, to)).toBe(false);
  });
});
