/** A platform without an operating system. Tests change its windows and displays, and read what was requested. */
import type { Application, Display } from '#protocol/feedback.ts';
import type { Effects } from '../../../core/effects.ts';
import { DONE } from '../../../core/outcome.ts';
import type { Offer, Platform, PlatformChange } from '../platform.ts';

const DISPLAY: Display = { id: 'one', name: 'one', primary: true, width: 4, height: 2 };

export type FakePlatform = Platform & {
  setWindows(windows: readonly Application[]): void;
  /** The names and values of the effects' calls, oldest first. */
  effectsDone: { name: keyof Effects; value: unknown }[];
  notified: { title: string; message: string }[];
  offers: { title: string; button: string; isWithdrawn: boolean; choose(): void }[];
  closed: string[];
  /** The student undoes an effect. */
  undo(effect: 'muted'): void;
};

export function createFakePlatform(): FakePlatform {
  const listeners = new Set<(change: PlatformChange) => void>();
  const undone = new Set<(effect: 'muted') => void>();
  const fake: Pick<FakePlatform, 'effectsDone' | 'notified' | 'offers' | 'closed'> = {
    effectsDone: [],
    notified: [],
    offers: [],
    closed: [],
  };
  let windows: readonly Application[] = [];
  const effect = (name: keyof Effects) => (value: unknown) => void fake.effectsDone.push({ name, value });

  return {
    ...fake,
    setWindows(next) {
      windows = next;
      for (const listener of listeners) listener('windows');
    },
    undo: (name) => undone.forEach((listener) => void listener(name)),
    facts: { os: 'Linux', hostname: 'desk', macAddresses: [], userName: 'Mia Berg' },
    unsupported: { actions: [], effects: [] },
    displays: () => [DISPLAY],
    windows: async () => windows,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pictureVersion: () => 1,
    pixels: async (id) =>
      id === DISPLAY.id ? { width: 4, height: 2, bgrx: new Uint8Array(4 * 2 * 4).fill(200) } : undefined,
    closeWindow: async (id) => void fake.closed.push(id),
    focusWindow: async () => {},
    launch: async () => DONE,
    notify: async (notification) => {
      fake.notified.push(notification);
      return DONE;
    },
    offer: ({ title, button }) => recordOffer(fake.offers, title, button),
    effects: {
      muted: effect('muted'),
      inputsBlocked: effect('inputsBlocked'),
      keysBlocked: effect('keysBlocked'),
      awake: effect('awake'),
      lock: effect('lock'),
    },
    onUndone(listener) {
      undone.add(listener);
      return () => undone.delete(listener);
    },
    network: () => ({ addresses: ['10.0.0.5'] }),
    inventory: async () => ({ inventoryResults: {}, softwareResults: {} }),
    folder: async () => undefined,
    power: () => DONE,
    stop: async () => {},
  };
}

function recordOffer(offers: FakePlatform['offers'], title: string, button: string): Offer {
  let choose = () => {};
  const chosen = new Promise<boolean>((resolve) => {
    choose = () => resolve(true);
  });
  const offer = { title, button, isWithdrawn: false, choose: () => choose() };
  offers.push(offer);
  return {
    chosen,
    withdraw() {
      offer.isWithdrawn = true;
    },
  };
}
