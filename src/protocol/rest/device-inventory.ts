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
const textValue = v.optional(
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
  type: textValue,
  system: first({
    computer_name: textValue,
    hardware_model: textValue,
    physical_memory: textValue,
    uuid: textValue,
    hardware_serial: textValue,
  }),
  cpu_info: first({
    model: textValue,
    number_of_cores: textValue,
    logical_processors: textValue,
    current_clock_speed: textValue,
  }),
  display_gpu: first({
    model: textValue,
    series: textValue,
    driver_version: textValue,
    video_mode: textValue,
  }),
  /** `mac`: used to wake the machine. */
  network: rows({ friendly_name: textValue, mac: textValue }, MAX_PARTS),
  disks: rows({ name: textValue, size: textValue }, MAX_PARTS),
  os: first({ version: textValue }),
});

/** Installed software. */
const softwareResultsSchema = v.object({
  software: rows({ name: textValue, publisher: textValue, version: textValue }, MAX_SOFTWARE),
  drivers: rows(
    { description: textValue, class: textValue, provider: textValue, version: textValue },
    MAX_DRIVERS,
  ),
});

/** The answer of a device to `updateDeviceInventory`, as it is stored. */
export const inventoryAnswerSchema = v.object({
  inventoryResults: v.optional(inventoryResultsSchema, {}),
  softwareResults: v.optional(softwareResultsSchema, {}),
});
export type InventoryAnswer = v.InferOutput<typeof inventoryAnswerSchema>;
