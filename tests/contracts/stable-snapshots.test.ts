/**
 * React reads a store twice and renders again as long as the two values differ: a store that answers with a new object
 * each time stops its whole screen. Devices come, leave and restart in random order, and two reads with nothing between
 * them must be the same value.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActionFacts } from '../../src/features/action-bar/action-facts.ts';
import { createAbsentMembers } from '../../src/features/device-card/absent-members.ts';
import { createCardSelection } from '../../src/features/device-card/selection/card-selection.ts';
import {
  createSelectionTargets,
  groupPlace,
} from '../../src/features/device-card/selection/selection-targets.ts';
import { createSortedDevices } from '../../src/features/device-card/sorted-devices.ts';
import { createActivePolicies } from '../../src/features/policies/active-policies.ts';
import { createPolicyBoard } from '../../src/features/policies/policy-board.ts';
import { createEventBells } from '../../src/features/policy-events/event-bells.ts';
import { createActionRun } from '../../src/live/action-run.ts';
import { createGroupWatch } from '../../src/live/group-watch.ts';
import { createRecordStore } from '../../src/peer/files/record-store.ts';
import { createFakeClock } from '../../src/protocol/fakes/fake-clock.ts';
import type { GroupMember } from '../../src/protocol/rest/group-member.ts';
import type { AppliedPolicy } from '../../src/protocol/rest/policy.ts';
import type { ClientChange } from '../../src/protocol/threads/live-worker.ts';
import { createNeighbours } from '../../src/screens/device/neighbours.ts';
import { createSingleTarget } from '../../src/screens/device/single-target.ts';
import { startUpdate } from '../../src/screens/devices/inventory/update-run.ts';
import { createFoundCards, mergedCards } from '../../src/screens/group/cards.ts';
import { createOnlineMembers } from '../../src/screens/group/members/online-members.ts';
import { createNamedLayouts } from '../../src/screens/wall/named-layouts.ts';
import { createSeen, createTiles } from '../../src/screens/wall/tiles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** By name: reads of stores that work their value out when it is read. Each is called twice after each event. */
type Reads = Readonly<Record<string, () => unknown>>;

/** Few, so that the same device often leaves and comes back. */
const DEVICES = ['c1', 'c2'];
const GROUP = 'g';

const infoOf = (clientId: string, name: string): ClientChange['info'] => ({
  clientId,
  userId: `u-${clientId}`,
  authType: 'user',
  lastUpdated: 0,
  type: 'windowsAgent',
  version: '1',
  displays: [],
  device: { hostname: `PC-${clientId}` },
  user: { id: `u-${clientId}`, name },
  deviceId: `d-${clientId}`,
});

const address = (clientId: string) =>
  ({ clientId, userId: `u-${clientId}`, authType: 'user', lastUpdated: 0 }) as const;

const memberOf = (clientId: string): GroupMember => ({
  kind: 'device',
  id: `d-${clientId}`,
  hostname: `PC-${clientId}`,
  type: 'windowsAgent',
  version: '1',
});

const POLICY = { policyId: 'p1', name: 'Quiet', meta: {}, disabled: false } as unknown as AppliedPolicy;

type Event = { name: (typeof EVENTS)[number]; clientId: string };
const EVENTS = [
  'come',
  'come without info',
  'send info',
  'send another name',
  'sleep',
  'wake',
  'leave',
  'follow a policy',
  'share',
  'select',
  'unselect',
  'platform restarts',
  'platform is back',
  'another session',
  'members are read again',
  'policies are read again',
  'an event rings',
  'a file moves',
  'a device answers',
  'a layout is saved',
] as const;

function createWorld() {
  const watch = createGroupWatch({ ask: async () => undefined });
  const { devices } = watch;
  const clock = createFakeClock();
  const { selection, select } = createCardSelection();
  const board = createPolicyBoard();
  const bells = createEventBells();
  const records = createRecordStore(clock);
  const stored = new Map<string, string>();
  const layouts = createNamedLayouts(
    () =>
      ({
        get length() {
          return stored.size;
        },
        key: (at: number) => [...stored.keys()][at] ?? null,
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, text: string) => void stored.set(key, text),
      }) as unknown as Storage,
  );
  const run = createActionRun({ id: 'a1', action: 'hardwareInfo', audience: { groupId: GROUP } } as never, {
    expiresAt: 0,
    onForget: () => {},
  });
  const seen = createSeen(devices);
  const leftAt = new Map<string, number>();
  const lists: Reads[] = [];
  const stops: (() => void)[] = [];
  watch.open({ of: { groupId: GROUP }, feeds: ['info'] });
  records.add(
    DEVICES.map((id) => ({
      id,
      direction: 'send' as const,
      target: { recipient: address(id), name: id },
      batchId: 'b',
      fileName: 'x',
      size: 100,
      state: { name: 'waiting' as const, bytes: 0 },
    })),
  );

  /** As the screens make them: those of a former reading of the members are read once more before they go. */
  function openLists(): void {
    const members = [...DEVICES, 'c3'].map(memberOf);
    const tiles = createTiles(devices, members, seen);
    const absent = createAbsentMembers(devices, members, { leftAt, nowMs: clock.now });
    const sorted = createSortedDevices(devices, 'user');
    const cards = mergedCards(sorted.ids(), absent.get(), { devices, sort: 'user' });
    const found = createFoundCards(cards, { query: 'a', filters: ['events'] }, devices, bells);
    const targets = createSelectionTargets(devices, selection, absent);
    const place = groupPlace({ id: GROUP, title: 'Class' }, devices);
    const sharing = place.kind === 'group' ? place.sharing : undefined;
    const facts = createActionFacts(targets, sharing);
    const single = createSingleTarget(devices, 'c1', undefined);
    const neighbours = createNeighbours(devices, { groupId: GROUP, clientId: 'c2' }, () => 'user');
    const followed = createActivePolicies(devices);
    const online = createOnlineMembers(devices);
    const update = startUpdate([{ id: 'd-c1', hostname: 'PC-c1', clients: [address('c1')] }], () => run);
    for (const { subscribe } of [sorted, found, facts, neighbours, followed]) stops.push(subscribe(() => {}));
    lists.push({
      tiles: tiles.get,
      absent: absent.get,
      sorted: sorted.ids,
      found: found.get,
      targets: targets.get,
      sharing: () => sharing?.get(),
      facts: facts.get,
      single: single.get,
      neighbours: neighbours.get,
      followed: followed.get,
      online: online.get,
      update: update.get,
      policies: () => board.ofCard(GROUP, { userId: 'u-c1', deviceId: 'd-c1' }),
      groupPolicies: () => board.ofGroup(GROUP),
      layouts: layouts.get,
      files: records.state,
      ids: devices.ids,
      device: () => devices.get('c1'),
    });
    if (lists.length > 2) lists.shift();
  }

  const apply = (...changes: ClientChange[]) =>
    watch.applyChanges({ watchId: watch.id, removed: [], changes });
  const status = (more: object) => ({ statuses: { lockSources: {}, ...more } }) as Partial<ClientChange>;
  const happen: Record<Event['name'], (clientId: string) => void> = {
    come: (id) => apply({ ...address(id), clientId: id, isOffline: false, info: infoOf(id, 'Ada') }),
    'come without info': (id) => apply({ ...address(id), isOffline: false }),
    'send info': (id) => apply({ ...address(id), isOffline: false, info: infoOf(id, 'Ada') }),
    'send another name': (id) => apply({ ...address(id), isOffline: false, info: infoOf(id, 'Bea') }),
    sleep: (id) => devices.get(id) && apply({ clientId: id, isOffline: true }),
    wake: (id) => devices.get(id) && apply({ clientId: id, isOffline: false }),
    leave: (id) => watch.applyChanges({ watchId: watch.id, removed: [id], changes: [] }),
    'follow a policy': (id) =>
      devices.get(id) && apply({ clientId: id, ...status({ policies: { activePolicies: ['p1'] } }) }),
    share: (id) => devices.get(id) && apply({ clientId: id, ...status({ shareScreen: true }) }),
    select: (id) => select(id, true),
    unselect: (id) => select(id, false),
    'platform restarts': () => watch.restate(),
    'platform is back': () => {
      watch.connected();
      vi.runAllTimers();
    },
    'another session': () => watch.forget(),
    'members are read again': openLists,
    'policies are read again': () =>
      board.show({ groupId: GROUP, group: [POLICY], members: [], mayChange: true }),
    'an event rings': (id) => bells.set([{ clientId: id, userId: `u-${id}` }]),
    'a file moves': (id) => records.set(id, { name: 'progress', bytes: 50 }),
    'a device answers': (id) =>
      run.apply({
        delivery: { name: 'sent', expiresAt: 0 },
        answers: [{ clientId: id, state: 'confirmed' }] as never,
        ended: false,
      }),
    'a layout is saved': (id) => void layouts.save(id, {}, 100),
  };
  openLists();
  return {
    happen: ({ name, clientId }: Event) => void happen[name](clientId),
    reads: () => lists.flatMap((reads) => Object.entries(reads)),
    names: () => Object.keys(lists[0] ?? {}),
    close() {
      for (const stop of stops) stop();
      records.end();
      watch.close();
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('two reads with nothing between them are the same value, whatever devices do', () => {
  const event = fc.record({ name: fc.constantFrom(...EVENTS), clientId: fc.constantFrom(...DEVICES) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const world = createWorld();
      try {
        for (const each of events) {
          world.happen(each);
          const first = world.reads().map(([, read]) => read());
          const changing = world
            .reads()
            .flatMap(([name, read], at) => (Object.is(read(), first[at]) ? [] : name));
          expect(changing, each.name).toEqual([]);
        }
      } finally {
        world.close();
      }
    }),
    { numRuns: 100, seed: 33 },
  );
});

/**
 * What each file reads, call by call: a store of the world above; `field`: an object that only an event replaces, such
 * as that of `createObservable`; `plain`: a text, a number or a boolean. What works out an object when it is read must be
 * one of the world.
 */
const READERS: Readonly<Record<string, string>> = {
  'agent/page/parts/classroom.tsx': 'field',
  'agent/page/parts/notification-setting.tsx': 'plain',
  'agent/page/parts/screen-panel.tsx': 'field',
  'agent/page/parts/student-app.tsx': 'field',
  'agent/page/parts/use-student-state.ts':
    'field field plain field field plain field field field field field',
  'src/features/action-bar/use-actions.tsx': 'plain targets facts',
  'src/features/class-orders/class-orders-line.tsx': 'field',
  'src/features/device-card/card-bell.tsx': 'plain',
  'src/features/device-card/card-checkbox.tsx': 'plain',
  'src/features/device-card/card-marks.tsx': 'plain',
  'src/features/device-card/card-screen.tsx': 'plain',
  'src/features/device-card/live-picture/use-full-size.ts': 'plain',
  'src/features/files/collect-files-tab.tsx': 'field',
  'src/features/files/file-exchange-panel.tsx': 'plain field files files field',
  'src/features/files/file-exchange.tsx': 'field',
  'src/features/files/transfer-list.tsx': 'field files',
  'src/features/policies/card-policies.tsx': 'policies plain',
  'src/features/policies/group-policy-icons.tsx': 'groupPolicies plain followed field',
  'src/features/policies/save-progress.tsx': 'field',
  'src/features/policy-events/unseen-events.ts': 'plain',
  'src/features/policy-events/unseen-of-site.ts': 'plain',
  'src/features/polls/poll-dialog.tsx': 'plain',
  'src/features/polls/poll-summary.tsx': 'field',
  'src/features/remote-control/remote-control-overlay.tsx': 'field',
  'src/features/remote-control/remote-control-view.tsx': 'field',
  'src/features/sharing/sessions/share-session-cards.tsx': 'field',
  'src/features/wake/wake-dialog.tsx': 'field',
  'src/features/why-dark/use-why-dark.ts': 'plain field',
  'src/live/device-store.ts': 'ids device plain',
  'src/live/use-active-users.ts': 'field',
  'src/live/use-connection.ts': 'field',
  'src/live/use-line.ts': 'field',
  'src/live/use-unheard-since.ts': 'plain',
  'src/screens/device/device-view.tsx': 'field',
  'src/screens/device/use-neighbours.ts': 'neighbours',
  'src/screens/devices/inventory/reading-state.tsx': 'field',
  'src/screens/devices/inventory/update-inventory.tsx': 'update',
  'src/screens/devices/inventory/use-inventory.ts': 'plain plain plain',
  'src/screens/group/device-grid.tsx': 'plain',
  'src/screens/group/members/member-list.tsx': 'online',
  'src/screens/group/use-cards.ts': 'sorted absent found',
  'src/screens/groups/group-list.tsx': 'field',
  'src/screens/groups/wizard/import/course-list.tsx': 'field',
  'src/screens/rooms/talk/message-list.tsx': 'field field',
  'src/screens/rooms/use-room.ts': 'field',
  'src/screens/wall/full-screen.ts': 'plain',
  'src/screens/wall/layout-dialogs.tsx': 'layouts',
  'src/screens/wall/leave-guard.tsx': 'field',
  'src/screens/wall/spotlight/spotlight.tsx': 'field',
  'src/screens/wall/use-tile-menu.ts': 'field',
  'src/screens/wall/wall-stage.tsx': 'field field',
  'src/screens/wall/wall-toolbar.tsx': 'field',
  'src/screens/wall/wall.tsx': 'tiles field field field',
  'src/shell/activity/activity-row.tsx': 'field',
  'src/shell/activity/activity-strip.tsx': 'field',
  'src/shell/layout/media-query.ts': 'plain',
  'src/shell/notices/notices.tsx': 'plain',
  'src/shell/rooms/room-news.ts': 'field field field',
  'src/ui/icon/named-icon.tsx': 'field',
  'src/ui/list/shown-columns.ts': 'field',
  'src/ui/use-printing.ts': 'plain',
};
/** The two hooks themselves. */
const HOOKS = ['agent/student-ui/use-observable.ts', 'src/ui/use-observable.ts'];

it('every store that React reads is tried here, or has nothing to work out', () => {
  const files = ['src', 'agent/page', 'agent/student-ui'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const read = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !HOOKS.includes(file));
  const calls = read.flatMap((file) => {
    const count =
      readFileSync(join(root, file), 'utf8').match(/\buse(Observable|SyncExternalStore)\(/g)?.length ?? 0;
    return count === 0 ? [] : [[file, count] as const];
  });
  expect(
    Object.fromEntries(Object.entries(READERS).map(([file, names]) => [file, names.split(' ').length])),
  ).toEqual(Object.fromEntries(calls));
  const world = createWorld();
  const known = new Set([...world.names(), 'field', 'plain']);
  world.close();
  expect(
    Object.values(READERS).flatMap((names) => names.split(' ').filter((name) => !known.has(name))),
  ).toEqual([]);
});
