/** `demo-class.json`: what an administrator would put on the devices of a school, written by the platform. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { DEVICE_TYPES } from '#domain/devices/device-type.ts';
import { displaySchema } from '#protocol/feedback.ts';

const flag = v.optional(v.boolean(), false);
export const classDeviceSchema = v.object({
  type: v.picklist(DEVICE_TYPES),
  hostname: v.string(),
  serialNumber: v.optional(v.string()),
  /** The address that wakes the device; absent: it cannot be woken. */
  macAddress: v.optional(v.string()),
  version: v.optional(v.string(), ''),
  user: v.object({ email: v.optional(v.string()), name: v.string() }),
  displays: v.pipe(v.array(displaySchema), v.minLength(1)),
  traits: v.optional(v.object({ privacy: flag, locked: flag, muted: flag, comesAndGoes: flag }), {}),
});
export type ClassDevice = v.InferOutput<typeof classDeviceSchema>;

/** The site's runner: started beside the class. */
const classRunnerSchema = v.object({
  /** The runner's own secret. */
  secret: v.string(),
  /** Where its magic packets go; loopback unless said. */
  wakeTarget: v.optional(v.object({ address: v.string(), port: v.number() })),
});

export const classFileSchema = v.object({
  tenant: v.string(),
  siteId: v.string(),
  /** The site's enrolment secret. */
  secret: v.string(),
  /** In the link of the site's student page; only the platform's own file names it. */
  pageKey: v.optional(v.string(), ''),
  devices: v.array(classDeviceSchema),
  runner: v.optional(classRunnerSchema),
});
export type ClassFile = v.InferOutput<typeof classFileSchema>;

/** Rejects when the file cannot be read or is not a class. */
export async function readClassFile(path: string): Promise<ClassFile> {
  return v.parse(classFileSchema, JSON.parse(await readFile(path, 'utf8')));
}
