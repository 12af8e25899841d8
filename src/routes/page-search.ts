import * as v from 'valibot';
import { parseHostnames } from '#domain/wall/hostnames.ts';
import { parseRotationGroups, parseTurnSeconds } from '#domain/wall/rotation.ts';

/** `page`: from 1; invalid values become the first page. */
export const pageSearchSchema = v.object({
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined),
});

/** `tab`: the tab of a group's screen, by default its devices. `page`: the page of the members. */
export const groupSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(['members', 'alerts', 'policies'])), undefined),
  ...pageSearchSchema.entries,
});

/** `perPage`: the number of groups on a page, by default 10. */
export const groupsSearchSchema = v.object({
  perPage: v.fallback(v.optional(v.picklist([20, 40])), undefined),
  ...pageSearchSchema.entries,
});

/**
 * `tab`: the tab of the devices page, by default their management. `view`: the view of its software, by
 * default the devices. `page` and `filter`: of the current list.
 */
export const devicesSearchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(['software', 'hardware'])), undefined),
  view: v.fallback(v.optional(v.picklist(['programs', 'drivers'])), undefined),
  filter: v.fallback(v.optional(v.string()), undefined),
  ...pageSearchSchema.entries,
});

/** `client`: the device whose card is sought. The router parses a name of digits as a number. */
export const debugSearchSchema = v.object({
  client: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
});

/**
 * `hostnames`: the devices of a wall; invalid values show all of them. `groups`: the groups of a rotating
 * wall, which changes after `every` seconds.
 */
export const wallSearchSchema = v.object({
  hostnames: v.pipe(v.optional(v.unknown()), v.transform(parseHostnames)),
  groups: v.pipe(v.optional(v.unknown()), v.transform(parseRotationGroups)),
  every: v.pipe(v.optional(v.unknown()), v.transform(parseTurnSeconds)),
});

/** The router parses an id or word of digits as a number. */
const word = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(128)),
  ),
  undefined,
);
/** In the format of the browser's own time field, without a zone. */
const localTime = v.fallback(
  v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/))),
  undefined,
);

/**
 * `config` and `configMS`: the site whose deployment for Chromebooks or Windows is shown over the list.
 * `token`: the action on the tokens of `site`, such as `issue` or `revoke`. `page`: the page of the list.
 */
export const sitesSearchSchema = v.object({
  token: word,
  site: word,
  config: word,
  configMS: word,
  ...pageSearchSchema.entries,
});

/** `site`: the site whose deployment is shown, by default the first one. */
export const installerSearchSchema = v.object({ site: word });

/** The filters of a list of events. */
export const eventsSearchSchema = v.object({
  person: word,
  device: word,
  kind: word,
  from: localTime,
  before: localTime,
});
