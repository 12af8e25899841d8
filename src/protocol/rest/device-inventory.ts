/**
 * Hardware and software of a device. A device sends them on request (`updateDeviceInventory`). The platform
 * stores the newest answer of each device, and `GET /devices/inventory` pages them by device id.
 */
import * as v from 'valibot';
import { pageQuerySchema } from './paging.ts';

export const INVENTORY_FIELDS = ['id', 'inventoryResults', 'softwareResults', 'updated'] as const;
export type InventoryField = (typeof INVENTORY_FIELDS)[number];
/** How many devices one call may name. */
const MAX_INVENTORY_IDS = 100;
/** Name of the resource in notifications: a device has answered, or its inventory was removed. */
export const INVENTORY_RESOURCE = 'inventory';

const listText = v.pipe(
  v.string(),
  v.maxLength(MAX_INVENTORY_IDS * 129),
  v.transform((text) => text.split(',').filter((part) => part !== '')),
);
const fields = v.pipe(listText, v.array(v.picklist(INVENTORY_FIELDS)), v.minLength(1));
const ids = v.pipe(
  listText,
  v.array(v.pipe(v.string(), v.maxLength(128))),
  v.minLength(1),
  v.maxLength(MAX_INVENTORY_IDS),
);

/** `fields`: contents of each record besides its `id`; all by default. `ids`: only these devices. */
export const inventoryQuerySchema = v.object({
  ...pageQuerySchema.entries,
  fields: v.optional(fields),
  ids: v.optional(ids),
});

/** Longer texts are cut. No name of a program is longer. */
const MAX_TEXT = 300;
const MAX_SOFTWARE = 2_000;
const MAX_DRIVERS = 1_000;
const MAX_PARTS = 64;

/** Agents write numbers as numbers or as text, and omit unknown values. */
const told = v.optional(
  v.pipe(
    v.nullable(v.union([v.string(), v.number()])),
    // A cut must not leave half of a character.
    v.transform((value) =>
      String(value ?? '')
        .slice(0, MAX_TEXT)
        .replace(/[\uD800-\uDBFF]$/, ''),
    ),
  ),
);
const first = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(
    v.pipe(
      v.array(v.object(entries)),
      v.transform((rows) => rows.slice(0, 1)),
    ),
  );
const rows = <Entries extends v.ObjectEntries>(entries: Entries, max: number) =>
  v.optional(
    v.pipe(
      v.array(v.object(entries)),
      v.transform((all) => all.slice(0, max)),
    ),
  );

/** Hardware of the machine. Other fields are not stored. Sizes in bytes, clock speed in MHz. */
const inventoryResultsSchema = v.object({
  type: told,
  system: first({
    computer_name: told,
    hardware_model: told,
    physical_memory: told,
    uuid: told,
    hardware_serial: told,
  }),
  cpu_info: first({
    model: told,
    number_of_cores: told,
    logical_processors: told,
    current_clock_speed: told,
  }),
  display_gpu: first({ model: told, series: told, driver_version: told, video_mode: told }),
  /** `mac`: used to wake the machine. */
  network: rows({ friendly_name: told, mac: told }, MAX_PARTS),
  disks: rows({ name: told, size: told }, MAX_PARTS),
  os: first({ version: told }),
});

/** Installed software. */
const softwareResultsSchema = v.object({
  software: rows({ name: told, publisher: told, version: told }, MAX_SOFTWARE),
  drivers: rows({ description: told, class: told, provider: told, version: told }, MAX_DRIVERS),
});

/** The answer of a device to `updateDeviceInventory`, as it is stored. */
export const inventoryAnswerSchema = v.object({
  inventoryResults: v.optional(inventoryResultsSchema, {}),
  softwareResults: v.optional(softwareResultsSchema, {}),
});
export type InventoryAnswer = v.InferOutput<typeof inventoryAnswerSchema>;
