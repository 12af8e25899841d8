import * as v from 'valibot';
import { parseHostnames } from '#domain/wall/hostnames.ts';
import { parseRotationGroups, parseTurnSeconds } from '#domain/wall/rotation.ts';

/** `page`: from 1; anything that is no page is the first. */
export const pageSearchSchema = v.object({
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined),
});

/** `tab`: of a group's screen; without one, its devices. `page`: of the tab of members. */
export const groupSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(['members', 'alerts', 'policies'])), undefined),
  ...pageSearchSchema.entries,
});

/** `perPage`: how many groups are on a page; without it 10. */
export const groupsSearchSchema = v.object({
  perPage: v.fallback(v.optional(v.picklist([20, 40])), undefined),
  ...pageSearchSchema.entries,
});

/**
 * `tab`: of the page of devices; without one, their management. `view`: of its software; without one, the devices. `page` and
 * `filter`: of the list that is shown.
 */
export const devicesSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(['software', 'hardware'])), undefined),
  view: v.fallback(v.optional(v.picklist(['programs', 'drivers'])), undefined),
  filter: v.fallback(v.optional(v.string()), undefined),
  ...pageSearchSchema.entries,
});

/** `client`: whose card is sought. The router reads a name of digits as a number. */
export const debugSearchSchema = v.object({
  client: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
});

/**
 * `hostnames`: of the devices that a wall shows; anything that is no such list shows all of them. `groups`: whose walls take
 * turns of `every` seconds.
 */
export const wallSearchSchema = v.object({
  hostnames: v.pipe(v.optional(v.unknown()), v.transform(parseHostnames)),
  groups: v.pipe(v.optional(v.unknown()), v.transform(parseRotationGroups)),
  every: v.pipe(v.optional(v.unknown()), v.transform(parseTurnSeconds)),
});

/** An id or a word that looks like a number is still one. */
const word = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(128)),
  ),
  undefined,
);
/** As the browser's own field for a time has it, without a zone. */
const localTime = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/))),
  undefined,
);

/**
 * `config` and `configMS`: the site whose deployment is shown over the list, for Chromebooks and for Windows. `token`: what
 * is done with the tokens of `site`, such as `issue` or `revoke`. `page`: of the list.
 */
export const sitesSearchSchema = v.object({
  token: word,
  site: word,
  config: word,
  configMS: word,
  ...pageSearchSchema.entries,
});

/** `site`: whose deployment is shown; without one, that of the first site. */
export const installerSearchSchema = v.object({ site: word });

/** What a list of events is narrowed to. */
export const eventsSearchSchema = v.object({
  person: word,
  device: word,
  kind: word,
  from: localTime,
  before: localTime,
});
