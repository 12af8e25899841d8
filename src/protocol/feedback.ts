/** Reports of devices, by kind. JSON kinds carry `recordFields`; a `thumbnail` is the image itself. */
import * as v from 'valibot';
import { AUTH_TYPES, DEVICE_TYPES } from '#domain/devices/device-type.ts';
import { isActionName } from './action-parameters.ts';

export const FEEDBACK_KINDS = [
  'hello',
  'info',
  'tabs',
  'applications',
  'statuses',
  'events',
  'thumbnail',
  'reply',
  'left',
] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const word = v.pipe(v.string(), v.maxLength(1_024));
const longText = v.pipe(v.string(), v.maxLength(20_000));
const address = v.pipe(v.string(), v.maxLength(8_192));
/** An inline image (`data:image/…`). A larger icon or anything else becomes the default icon. */
const icon = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(65_536))), undefined);

const recordFields = {
  clientId: id,
  userId: id,
  authType: v.picklist(AUTH_TYPES),
  /** Epoch milliseconds on the device's clock. */
  lastUpdated: v.number(),
};

export const helloSchema = v.object({
  ...recordFields,
  /** `since` of the connection's presence. A last will with another value is not this connection's. */
  since: v.optional(v.number()),
});

export const displaySchema = v.object({
  id,
  name: v.optional(word),
  primary: v.optional(v.boolean(), false),
  width: v.optional(v.number()),
  height: v.optional(v.number()),
});
export type Display = v.InferOutput<typeof displaySchema>;

/**
 * Abilities beyond those of the type. `collectFiles`: the student can hand in files (browser pages only).
 * `focusApp`: the device can bring a window to the front.
 */
export const ABILITIES = ['collectFiles', 'focusApp'] as const;
export type Ability = (typeof ABILITIES)[number];
const isAbility = (text: string): text is Ability => (ABILITIES as readonly string[]).includes(text);

export const infoSchema = v.object({
  ...recordFields,
  type: v.fallback(v.picklist(DEVICE_TYPES), 'unknown'),
  version: v.optional(word, ''),
  os: v.optional(word),
  /** The device's id in the directory, if it has one: the `deviceManagementId` of routes. */
  deviceId: v.optional(id),
  alias: v.optional(longText),
  displays: v.optional(v.pipe(v.array(displaySchema), v.maxLength(16)), []),
  /** Unknown words are left out. */
  abilities: v.optional(
    v.pipe(
      v.array(word),
      v.maxLength(64),
      v.transform((words) => words.filter(isAbility)),
    ),
  ),
  /** Actions that the device cannot do although its type supports them. Unknown names are left out. */
  unsupported: v.optional(
    v.pipe(
      v.array(word),
      v.maxLength(64),
      v.transform((names) => names.filter(isActionName)),
    ),
  ),
  device: v.object({
    id: v.optional(id),
    hostname: longText,
    username: v.optional(longText),
    serialNumber: v.optional(word),
  }),
  /** `signedInAs`: the earlier name, if the person entered another one at a tutor's request. */
  user: v.optional(v.object({ id, name: longText, signedInAs: v.optional(longText) })),
});
export type Info = v.InferOutput<typeof infoSchema>;

export const tabSchema = v.object({
  tabId: id,
  title: longText,
  url: v.optional(address, ''),
  active: v.optional(v.boolean(), false),
  icon,
});
export type Tab = v.InferOutput<typeof tabSchema>;
export const tabsSchema = v.object({ ...recordFields, tabs: v.pipe(v.array(tabSchema), v.maxLength(500)) });

export const applicationSchema = v.object({
  appId: id,
  windowId: id,
  title: longText,
  active: v.optional(v.boolean(), false),
  processName: v.optional(word),
  processPath: v.optional(address),
  processId: v.optional(v.number()),
  icon,
});
export type Application = v.InferOutput<typeof applicationSchema>;
export const applicationsSchema = v.object({
  ...recordFields,
  applications: v.pipe(v.array(applicationSchema), v.maxLength(500)),
});

const sources = v.optional(
  v.object({ action: v.optional(v.boolean(), false), policy: v.optional(v.boolean(), false) }),
);
export const statusesSchema = v.object({
  ...recordFields,
  privacy: v.optional(v.boolean(), false),
  /** A policy requires privacy, and the student cannot turn it off. */
  privacyByPolicy: v.optional(v.boolean()),
  shareScreen: v.optional(v.boolean(), false),
  screenShared: v.optional(v.boolean(), false),
  fullScreen: v.optional(v.picklist(['requested', 'cancelled', 'FULL'])),
  nameModal: v.optional(v.boolean(), false),
  screenshareSessionIds: v.optional(v.pipe(v.array(id), v.maxLength(100)), []),
  lockSources: sources,
  muteSources: sources,
  /** Sent by older devices instead of the sources. */
  locked: v.optional(v.boolean()),
  muted: v.optional(v.boolean()),
  /** A tutor's action has blocked keyboard and pointer. */
  inputsBlocked: v.optional(v.boolean()),
  /** Remote control in progress. `sessionId`: the id of the `remoteControl` that began it. */
  remoteControl: v.optional(v.object({ sessionId: id, tutorName: v.optional(word) })),
  policies: v.optional(
    v.object({
      activePolicies: v.pipe(v.array(id), v.maxLength(200)),
      /** Kinds of effects and conditions in its policies that this device does not support. */
      notPossible: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(200)), []),
    }),
  ),
});
export type Statuses = v.InferOutput<typeof statusesSchema>;

/** Whether a tutor's action locks or mutes the device. The plain flag counts only without sources. */
export const isLocked = (s: Statuses | undefined) => s?.lockSources?.action ?? s?.locked ?? false;
export const isMuted = (s: Statuses | undefined) => s?.muteSources?.action ?? s?.muted ?? false;

/** Whether a policy locks or mutes the device, which no action of a tutor lifts. */
export const isLockedByPolicy = (s: Statuses | undefined) => s?.lockSources?.policy ?? false;
export const isMutedByPolicy = (s: Statuses | undefined) => s?.muteSources?.policy ?? false;

/** MQTT 5 user properties of a thumbnail; all values are strings on the wire. */
const numeric = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
export const thumbnailPropertiesSchema = v.object({
  userId: id,
  authType: v.picklist(AUTH_TYPES),
  display: id,
  primary: v.pipe(
    v.picklist(['0', '1']),
    v.transform((p) => p === '1'),
  ),
  quality: numeric,
  width: numeric,
  height: numeric,
  /** Epoch milliseconds when the picture was taken. */
  at: numeric,
});
export type ThumbnailProperties = v.InferOutput<typeof thumbnailPropertiesSchema>;
export const THUMBNAIL_CONTENT_TYPES = ['image/jpeg', 'image/webp'] as const;

/** Retained on the presence topic while a client is connected. `since`: epoch ms of this connection. */
export const presenceSchema = v.object({
  deviceId: v.optional(id),
  hostname: longText,
  os: word,
  type: v.picklist(DEVICE_TYPES),
  since: v.number(),
});
export type Presence = v.InferOutput<typeof presenceSchema>;
/** Payload of a device's last will. Presence is cleared only if `since` is the same. */
export const lastWillSchema = v.object({ since: v.number() });

/** Retained on `S/clients/{clientId}/groups` by the platform: the groups that contain the device. */
export const clientGroupsSchema = v.object({
  groups: v.array(id),
  /** Chat rooms that may be open on the device: the person was invited, and has not been removed since. */
  rooms: v.optional(v.array(id)),
});
