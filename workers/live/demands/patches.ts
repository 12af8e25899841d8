/**
 * Sends the cards in view to the devices of a place, as patches of the thumbnails demand. Only differences
 * are sent, 1 s after the first change, so that the first picture is not delayed.
 */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DemandPatch, PatchDemandParameters } from '#protocol/demand.ts';
import type { LiveClient, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import type { Outcome } from '../broker/mqtt-transport.ts';
import { primaryDisplay, shownDisplay } from '../devices/displays.ts';
import { isSame } from '../same-value.ts';
import type { Watched } from '../watches/place.ts';
import { thumbnailsOf } from './demand-union.ts';

type View = { request: WatchRequest; view: WatchView | undefined };

export type PatchesDeps = {
  clock: Clock;
  /** The watches that show a place now; a view is undefined until the screen has reported it. */
  views(place: string): readonly View[];
  clients(place: string): readonly LiveClient[];
  demandedQuality(place: string): number | undefined;
  publish(of: Watched, parameters: PatchDemandParameters): Promise<Outcome>;
  /** Reports whether a screen shows the client now, as its device is notified. */
  onLook(place: string, clientId: string, isLookedAt: boolean): void;
};

export type Patches = {
  /** An input of the patches has changed. */
  touch(place: string): void;
  /**
   * Devices may have lost their patches: the demand ended, a session was lost, or a device came back
   * (`clientId`). All patches sent so far are sent again in full.
   */
  doubt(place: string, clientId?: string): void;
  /** The connection is back; patches that were not sent are sent again. */
  reconnected(): void;
  /** JPEG quality patched for a client, if it differs from the demand's. */
  quality(place: string, clientId: string): number | undefined;
  forgetPlace(place: string): void;
  clear(): void;
};

type Wanted = {
  visible: boolean;
  /** Undefined while the demand's own quality applies. */
  quality: number | undefined;
  /** Empty: the primary display. Undefined: also the primary, and never patched to another one. */
  displays: readonly string[] | undefined;
};
type Sent = Wanted & { unsure?: true };
const UNPATCHED: Sent = { visible: true, quality: undefined, displays: undefined };

/** Keeps a message to a large group far below the size limit of receivers. */
const CLIENTS_A_MESSAGE = 500;

export function createPatches(deps: PatchesDeps): Patches {
  const places = new Map<string, Map<string, Sent>>();
  const timers = new Map<string, () => void>();

  /** Further touches do not extend the delay, so a tutor who keeps scrolling gets pictures each second. */
  function touch(place: string) {
    if (timers.has(place)) return;
    const stop = deps.clock.after(TIMING.patchDebounceMs, () => {
      timers.delete(place);
      send(place);
    });
    timers.set(place, stop);
  }

  function send(place: string) {
    const views = deps.views(place).filter(({ request }) => request.feeds.includes('thumbnails'));
    const of = views[0]?.request.of;
    if (!of) return;
    const demanded = deps.demandedQuality(place);
    const sentHere = places.get(place) ?? new Map<string, Sent>();
    places.set(place, sentHere);
    const seen = views.map((view) => ({ ...view, visible: view.view && new Set(view.view.visible) }));
    const changed = new Map<string, { wanted: Wanted; patch: DemandPatch }>();
    for (const client of deps.clients(place)) {
      const sent = sentHere.get(client.clientId) ?? UNPATCHED;
      const wanted = unite(seen, client, sent);
      deps.onLook(place, client.clientId, wanted.visible);
      // A patched quality stays until patched again, so it must follow the demand's.
      if (sent.quality !== undefined) wanted.quality ??= demanded;
      if (isSame(wanted, sent)) continue;
      sentHere.set(client.clientId, wanted);
      changed.set(client.clientId, { wanted, patch: toPatch(client, wanted, sent) });
    }
    const all = [...changed];
    for (let i = 0; i < all.length; i += CLIENTS_A_MESSAGE) {
      publish(of, sentHere, all.slice(i, i + CLIENTS_A_MESSAGE));
    }
  }

  function publish(
    of: Watched,
    sentHere: Map<string, Sent>,
    changed: readonly [string, { wanted: Wanted; patch: DemandPatch }][],
  ) {
    const clients = Object.fromEntries(changed.map(([clientId, { patch }]) => [clientId, patch]));
    void deps.publish(of, { clients }).then((outcome) => {
      // A refusal is final; an unsent patch is sent again after the reconnect.
      if (outcome !== 'unsent') return;
      for (const [clientId, { wanted }] of changed) {
        if (sentHere.get(clientId) === wanted) sentHere.set(clientId, { ...wanted, unsure: true });
      }
    });
  }

  return {
    touch,
    doubt(place, clientId) {
      const sentHere = places.get(place);
      for (const [id, sent] of sentHere ?? []) {
        if (clientId === undefined || id === clientId) sentHere?.set(id, { ...sent, unsure: true });
      }
      touch(place);
    },
    reconnected() {
      for (const [place, sentHere] of places) {
        if ([...sentHere.values()].some(({ unsure }) => unsure)) touch(place);
      }
    },
    quality: (place, clientId) => places.get(place)?.get(clientId)?.quality,
    forgetPlace(place) {
      places.delete(place);
      timers.get(place)?.();
      timers.delete(place);
    },
    clear() {
      for (const stop of timers.values()) stop();
      timers.clear();
      places.clear();
    },
  };
}

/** Visible if any screen shows the client, with the best quality and all displays among those screens. */
function unite(
  views: readonly (View & { visible: ReadonlySet<string> | undefined })[],
  client: LiveClient,
  sent: Sent,
): Wanted {
  const { clientId } = client;
  const primary = primaryDisplay(client);
  const displays = new Set<string | undefined>();
  let visible = false;
  let lowered = true;
  let quality = 0;
  for (const { request, view, visible: inView } of views) {
    if (inView && !inView.has(clientId)) continue;
    visible = true;
    displays.add(shownDisplay(client, view?.displays[clientId]) ?? primary);
    if (view?.quality === undefined) lowered = false;
    quality = Math.max(quality, view?.quality ?? thumbnailsOf(request).quality);
  }
  // The display of a suspended client does not matter.
  if (!visible) return { visible, quality: undefined, displays: sent.displays };
  const named = [...displays].filter((id) => id !== undefined).sort();
  const onlyPrimary = named.length === 0 || (named.length === 1 && named[0] === primary);
  return {
    visible,
    quality: lowered ? quality : undefined,
    displays: onlyPrimary ? sent.displays && [] : named,
  };
}

function toPatch(client: LiveClient, wanted: Wanted, sent: Sent): DemandPatch {
  const { unsure } = sent;
  const patch: DemandPatch = {};
  if (unsure || wanted.visible !== sent.visible) {
    patch.visible = wanted.visible;
    patch.suspend = !wanted.visible;
  }
  if (wanted.quality !== undefined && (unsure || wanted.quality !== sent.quality)) {
    patch.quality = wanted.quality;
  }
  if (wanted.displays && (unsure || !isSame(wanted.displays, sent.displays))) {
    const first = wanted.displays[0] ?? primaryDisplay(client);
    patch.clientDisplayMap = first === undefined ? {} : { [client.clientId]: first };
    if (wanted.displays.length > 1) patch.displays = [...wanted.displays];
    else if (unsure || (sent.displays?.length ?? 0) > 1) patch.displays = [];
  }
  return patch;
}
