/** The parameters of the actions that a device does itself (part 1 §7, part 3 §7.4). */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(500));
const text = v.pipe(v.string(), v.maxLength(20_000));
/** Only pages are opened: never `javascript:`, `file:` or a program's own scheme. */
const pageAddress = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^https?:\/\/[^\s]+$/i));

export const lockSchema = v.object({
  url: v.optional(pageAddress),
  currentTab: v.optional(v.boolean(), false),
  /** Rich text as HTML. */
  content: v.optional(text, ''),
});
export const notificationSchema = v.object({ title: v.optional(text, ''), message: v.optional(text, '') });
export const launchSchema = v.union([
  v.object({ url: pageAddress }),
  v.object({ command: v.pipe(text, v.minLength(1)), args: v.optional(text, '') }),
]);
export const closeTabsSchema = v.object({ tabIds: ids });
export const closeAppsSchema = v.object({ appIds: ids });
export const focusTabSchema = v.object({ tabId: id, tabUrl: v.optional(text) });
export const setAliasSchema = v.object({ alias: v.pipe(v.string(), v.trim(), v.maxLength(255)) });
export const userInputsSchema = v.object({ block: v.boolean() });
export const setThumbnailDisplaySchema = v.object({ displayId: id });
