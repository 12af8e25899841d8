/** Parses `demo-class.json` by the platform: what an administrator deploys to a school's devices. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { DEVICE_TYPES } from '#domain/devices/device-type.ts';
import { displaySchema } from '#protocol/feedback.ts';

const flag = v.optional(v.boolean(), false);
export const classDeviceSchema = v.object({
  type: v.picklist(DEVICE_TYPES),
  hostname: v.string(),
  serialNumber: v.optional(v.string()),
  /** The MAC address that wakes the device. Without one it cannot be woken. */
  macAddress: v.optional(v.string()),
  version: v.optional(v.string(), ''),
  user: v.object({ email: v.optional(v.string()), name: v.string() }),
  displays: v.pipe(v.array(displaySchema), v.minLength(1)),
  traits: v.optional(v.object({ privacy: flag, locked: flag, muted: flag, comesAndGoes: flag }), {}),
});
export type ClassDevice = v.InferOutput<typeof classDeviceSchema>;

/** The site's runner, which starts together with the class. */
const classRunnerSchema = v.object({
  /** The runner's secret. */
  secret: v.string(),
  /** The destination of its magic packets; loopback by default. */
  wakeTarget: v.optional(v.object({ address: v.string(), port: v.number() })),
});

export const classFileSchema = v.object({
  tenant: v.string(),
  siteId: v.string(),
  /** The site's enrolment secret. */
  secret: v.string(),
  /** The key in the link of the site's student page. Only the platform's own file contains it. */
  pageKey: v.optional(v.string(), ''),
  devices: v.array(classDeviceSchema),
  runner: v.optional(classRunnerSchema),
});
export type ClassFile = v.InferOutput<typeof classFileSchema>;

/** Rejects if the file cannot be read or is not a class. */
export async function readClassFile(path: string): Promise<ClassFile> {
  return v.parse(classFileSchema, JSON.parse(await readFile(path, 'utf8')));
}
