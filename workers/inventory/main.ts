/** The inventory worker's entry: wires network, database and clock, and exposes `InventoryWorker`. */
import '#protocol/first-fault.ts';
import * as Comlink from 'comlink';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createInventoryWorker } from './create-inventory-worker.ts';
import { openKeptCopy } from './kept-copy.ts';

Comlink.expose(
  createInventoryWorker({
    fetch: globalFetch,
    openCopy: (owner) => openKeptCopy(owner, systemClock.now),
    clock: systemClock,
  }),
);
