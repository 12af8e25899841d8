/** The displays of the X server, and their pictures. */
import type { DamageExtension, RandrExtension } from 'x11';
import type { Display } from '#protocol/feedback.ts';
import type { Pixels } from '../../platform.ts';
import { answered, type XDisplay } from '../x11/x-display.ts';
import type { XMonitor } from '../x11/x-monitors.ts';

export type XDisplays = {
  all(): readonly Display[];
  /** Where the displays are on the screen of the X server. */
  places(): readonly XMonitor[];
  pictureVersion(): number;
  pixels(displayId: string): Promise<Pixels | undefined>;
  onChange(listener: () => void): void;
};

type Entry = { display: Display; monitor: XMonitor };

export async function createXDisplays(display: XDisplay): Promise<XDisplays> {
  const listeners = new Set<() => void>();
  const damage = await watchDamage(display);
  let entries = await readEntries(display);

  const randr = await answered<RandrExtension>((callback) => display.client.require('randr', callback));
  randr.SelectInput(display.root, randr.NotifyMask.ScreenChange);
  display.onEvent(({ name, wid }) => {
    // The second event is for monitors that are divided or joined.
    if (name === 'RRScreenChangeNotify' || (name === 'ConfigureNotify' && wid === display.root))
      void update();
  });

  async function update(): Promise<void> {
    entries = await readEntries(display).catch(() => entries);
    for (const listener of listeners) listener();
  }

  return {
    all: () => entries.map((entry) => entry.display),
    places: () => entries.map(({ monitor }) => monitor),
    pictureVersion: damage.version,
    async pixels(displayId) {
      const found = entries.find((entry) => entry.display.id === displayId);
      // Other depths are of terminals and very old machines.
      if (found === undefined || display.depth !== 24) return undefined;
      const { width, height } = found.monitor;
      damage.clear();
      return { width, height, bgrx: await display.image(found.monitor) };
    },
    onChange: (listener) => void listeners.add(listener),
  };
}

async function readEntries(display: XDisplay): Promise<readonly Entry[]> {
  const monitors = await display.monitors();
  const hasPrimary = monitors.some(({ isPrimary }) => isPrimary);
  return Promise.all(
    monitors.map(async (monitor, index) => {
      const name = await display.atomName(monitor.name);
      const primary = hasPrimary ? monitor.isPrimary : index === 0;
      const { width, height } = monitor;
      return { display: { id: name, name, primary, width, height }, monitor };
    }),
  );
}

/**
 * Counts changes of the picture. The server reports one change, and the next one after `clear`. So a screen
 * that moves all the time costs nothing while no tutor sees it.
 */
async function watchDamage(display: XDisplay): Promise<{ version(): number; clear(): void }> {
  const { client, root } = display;
  const extension = await answered<DamageExtension>((callback) => client.require('damage', callback));
  const damage = client.AllocID();
  let version = 0;
  extension.Create(damage, root, extension.ReportLevel.NonEmpty);
  display.onEvent((event) => {
    if (event.name === 'DamageNotify' && event.damage === damage) version++;
  });
  return {
    version: () => version,
    clear: () => extension.Subtract(damage, 0, 0),
  };
}
