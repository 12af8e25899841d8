/**
 * Devices of which the platform is not sure whether they are one machine, as super admins read and decide in the admin realm.
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
  /** The alias, else the host name. */
  name: v.string(),
  serialNumber: v.nullable(v.string()),
  /** ISO 8601; null: never. */
  lastSeen: time,
  isConnected: v.boolean(),
});
export type DuplicateDevice = v.InferOutput<typeof duplicateDeviceSchema>;

/** What several devices have in common. */
export const LIKENESSES = ['serial', 'adapter', 'name'] as const;
export type DeviceLikeness = (typeof LIKENESSES)[number];

/**
 * Why one device may be several: an administrator united them (`united`), it is used under several names (`names`), or a
 * second connection came from another address while the first was open (`addresses`).
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
  /** The names under which it is used. */
  names: v.array(v.string()),
  /** The devices that were united with it. */
  united: v.array(v.object({ id: v.string(), name: v.string(), unitedAt: v.string() })),
});
export type DoubtfulDevice = v.InferOutput<typeof doubtfulDeviceSchema>;

export const duplicateDevicesSchema = v.object({
  mayBeOne: v.array(likeDevicesSchema),
  mayBeSeveral: v.array(doubtfulDeviceSchema),
  /** False: there are more. */
  isWhole: v.boolean(),
});
export type DuplicateDevices = v.InferOutput<typeof duplicateDevicesSchema>;

/** `id` stays; the groups and policies of `otherId` are added to it, and its people are at it. */
export const uniteBodySchema = v.object({ id, otherId: id });
export type UniteBody = v.InferOutput<typeof uniteBodySchema>;

/** `unitedId`: one of those that were united with the device. Without it the platform divides what it took for one device. */
export const separateBodySchema = v.object({ id, unitedId: v.optional(id) });
export type SeparateBody = v.InferOutput<typeof separateBodySchema>;
