/**
 * Devices that may be one machine, or one that may be several. Super admins decide in the admin realm.
 *
 * | call                                  | body                 | answer                  |
 * |---------------------------------------|----------------------|-------------------------|
 * | GET  /admin/duplicate-devices          |                      | `duplicateDevicesSchema`|
 * | POST /admin/duplicate-devices/unite    | `uniteBodySchema`    | `{id}` of the device    |
 * | POST /admin/duplicate-devices/separate | `separateBodySchema` | `{id}` of the other one |
 */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const time = v.nullable(v.string());

export const duplicateDeviceSchema = v.object({
  id: v.string(),
  /** The alias, otherwise the host name. */
  name: v.string(),
  serialNumber: v.nullable(v.string()),
  /** ISO 8601; null: never. */
  lastSeen: time,
  isConnected: v.boolean(),
});
export type DuplicateDevice = v.InferOutput<typeof duplicateDeviceSchema>;

/** Attributes that several devices have in common. */
export const LIKENESSES = ['serial', 'adapter', 'name'] as const;
export type DeviceLikeness = (typeof LIKENESSES)[number];

/**
 * Why one device may be several machines: an administrator united them (`united`), it is used under several
 * names (`names`), or a second connection came from another address while the first was open (`addresses`).
 */
export const DOUBTS = ['united', 'names', 'addresses'] as const;
export type DeviceDoubt = (typeof DOUBTS)[number];

const place = { siteId: v.string(), siteName: v.string() };
export const likeDevicesSchema = v.object({
  ...place,
  reasons: v.array(v.picklist(LIKENESSES)),
  devices: v.array(duplicateDeviceSchema),
});
export type LikeDevices = v.InferOutput<typeof likeDevicesSchema>;

export const doubtfulDeviceSchema = v.object({
  ...place,
  reasons: v.array(v.picklist(DOUBTS)),
  device: duplicateDeviceSchema,
  /** Names under which the device is used. */
  names: v.array(v.string()),
  /** Devices that were united with this one. */
  united: v.array(v.object({ id: v.string(), name: v.string(), unitedAt: v.string() })),
});
export type DoubtfulDevice = v.InferOutput<typeof doubtfulDeviceSchema>;

export const duplicateDevicesSchema = v.object({
  mayBeOne: v.array(likeDevicesSchema),
  mayBeSeveral: v.array(doubtfulDeviceSchema),
  /** False: there are more than these. */
  isWhole: v.boolean(),
});
export type DuplicateDevices = v.InferOutput<typeof duplicateDevicesSchema>;

/** `id` stays. The groups, policies and people of `otherId` are added to it. */
export const uniteBodySchema = v.object({ id, otherId: id });
export type UniteBody = v.InferOutput<typeof uniteBodySchema>;

/** `unitedId`: a device that was united with `id`. Without it the platform separates what it took for one. */
export const separateBodySchema = v.object({ id, unitedId: v.optional(id) });
export type SeparateBody = v.InferOutput<typeof separateBodySchema>;
