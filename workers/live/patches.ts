/**
 * What of a group is in view, told to its devices as changes of the thumbnails demand (RT-73, RT-74). Only
 * differences are sent, 1 s after the first of them, so that the first picture waits for nothing.
 */
import { TIMING } from '#domain/timing.ts';
import type { DemandPatch, PatchDemandParameters } from '#protocol/demand.ts';
import type { LiveClient, WatchRequest, WatchView } from '#protocol/live-worker.ts';
import type { Clock } from './clock.ts';
import type { Outcome } from './mqtt-transport.ts';
import { isSame } from './same-value.ts';

export type PatchesDeps = {
  clock: Clock;
  /** The watches that show a group now; a view is undefined until the screen has told it. */
  views(groupId: string): readonly { request: WatchRequest; view: WatchView | undefined }[];
  clients(groupId: string): readonly LiveClient[];
  demandedQuality(groupId: string): number | undefined;
  publish(groupId: string, parameters: PatchDemandParameters): Promise<Outcome>;
};

export type Patches = {
  /** Something that patches depend on has changed. */
  touch(groupId: string): void;
  /**
   * Devices may have forgotten their patches, or not: the demand ended, a session was lost, a device came back
   * (`clientId`). What was ever said to them is said again in full.
   */
  doubt(groupId: string, clientId?: string): void;
  forgetGroup(groupId: string): void;
  clear(): void;
};

type Wanted = {
  visible: boolean;
  /** Undefined while the demand's own quality holds. */
  quality: number | undefined;
  display: string | undefined;
};
type Told = Wanted & { unsure?: true };
const UNPATCHED: Told = { visible: true, quality: undefined, display: undefined };

export function createPatches(deps: PatchesDeps): Patches {
  const groups = new Map<string, Map<string, Told>>();
  const timers = new Map<string, () => void>();

  /** Not put off by further touches: a tutor who keeps scrolling is served each second. */
  function touch(groupId: string) {
    if (timers.has(groupId)) return;
    const stop = deps.clock.after(TIMING.patchDebounceMs, () => {
      timers.delete(groupId);
      send(groupId);
    });
    timers.set(groupId, stop);
  }

  function send(groupId: string) {
    const views = deps.views(groupId).filter(({ request }) => request.feeds.includes('thumbnails'));
    if (views.length === 0) return;
    const demanded = deps.demandedQuality(groupId);
    const group = groups.get(groupId) ?? new Map<string, Told>();
    groups.set(groupId, group);
    const changed = new Map<string, Wanted>();
    const clients: Record<string, DemandPatch> = {};
    for (const client of deps.clients(groupId)) {
      const told = group.get(client.clientId) ?? UNPATCHED;
      const wanted = unite(views, client.clientId);
      // A patched quality stays until it is patched again, so it has to follow the demand's.
      if (told.quality !== undefined) wanted.quality ??= demanded;
      if (isSame(wanted, told)) continue;
      changed.set(client.clientId, wanted);
      group.set(client.clientId, wanted);
      clients[client.clientId] = toPatch(client, wanted, told);
    }
    if (changed.size === 0) return;
    void deps.publish(groupId, { clients }).then((outcome) => {
      // Refused stays refused; unsent is said again after the reconnect.
      if (outcome !== 'unsent') return;
      for (const [clientId, wanted] of changed) {
        if (group.get(clientId) === wanted) group.set(clientId, { ...wanted, unsure: true });
      }
    });
  }

  return {
    touch,
    doubt(groupId, clientId) {
      const group = groups.get(groupId);
      for (const [id, told] of group ?? []) {
        if (clientId === undefined || id === clientId) group?.set(id, { ...told, unsure: true });
      }
      touch(groupId);
    },
    forgetGroup(groupId) {
      groups.delete(groupId);
      timers.get(groupId)?.();
      timers.delete(groupId);
    },
    clear() {
      for (const stop of timers.values()) stop();
      timers.clear();
      groups.clear();
    },
  };
}

/** Visible if any screen shows it; the best quality of those that do; the display chosen last. */
function unite(
  views: readonly { request: WatchRequest; view: WatchView | undefined }[],
  clientId: string,
): Wanted {
  let visible = false;
  let lowered = true;
  let quality = 0;
  let display: string | undefined;
  for (const { request, view } of views) {
    display = view?.displays[clientId] ?? display;
    if (view && !view.visible.includes(clientId)) continue;
    visible = true;
    if (view?.quality === undefined) lowered = false;
    quality = Math.max(quality, view?.quality ?? request.thumbnails?.quality ?? 0);
  }
  return { visible, quality: visible && lowered ? quality : undefined, display };
}

function toPatch(client: LiveClient, wanted: Wanted, told: Told): DemandPatch {
  const { unsure } = told;
  const patch: DemandPatch = {};
  if (unsure || wanted.visible !== told.visible) {
    patch.visible = wanted.visible;
    patch.suspend = !wanted.visible;
  }
  if (wanted.quality !== undefined && (unsure || wanted.quality !== told.quality)) {
    patch.quality = wanted.quality;
  }
  if (wanted.display !== told.display || (unsure && wanted.display !== undefined)) {
    const primary = client.info?.displays.find((display) => display.primary)?.id;
    const display = wanted.display ?? primary;
    patch.clientDisplayMap = display === undefined ? {} : { [client.clientId]: display };
  }
  return patch;
}
