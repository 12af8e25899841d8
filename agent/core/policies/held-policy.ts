/** The parameters of conditions and effects as a device reads them; what does not fit is no condition and no effect. */
import * as v from 'valibot';
import type { ClientPolicies } from '#protocol/client-policies.ts';

export type HeldPolicy = ClientPolicies['policies'][number];
export type PolicyPart = HeldPolicy['effects'][number];

const texts = v.pipe(v.array(v.string()), v.maxLength(1_000));
const flag = v.optional(v.boolean(), false);
const place = { isActive: v.optional(v.boolean(), true), orDisconnected: flag };

export const scheduleSchema = v.object({
  periods: v.array(v.object({ day: v.number(), startTime: v.string(), endTime: v.string() })),
});
export const subnetsSchema = v.object({ subnets: texts, ...place });
export const ssidsSchema = v.object({ ssidNames: texts, ...place });

const accessMode = v.picklist(['BlackList', 'WhiteList']);
export type AccessMode = v.InferOutput<typeof accessMode>;

export const websitesSchema = v.object({
  accessMode: v.optional(accessMode, 'BlackList'),
  report: flag,
  attachScreenshot: flag,
  urls: v.optional(texts, []),
});
export const keywordsSchema = v.object({ keywords: texts, wholeWordMatching: flag, attachScreenshot: flag });
/** A rule is a name, or fields that must all match. */
const appRule = v.union([
  v.string(),
  v.object({
    processName: v.optional(v.string()),
    processPath: v.optional(v.string()),
    title: v.optional(v.string()),
  }),
]);
export type AppRule = v.InferOutput<typeof appRule>;
export const appsSchema = v.object({
  accessMode: v.optional(accessMode, 'BlackList'),
  report: flag,
  rules: v.optional(v.pipe(v.array(appRule), v.maxLength(1_000)), []),
});
/** Only pages are opened. */
export const lockEffectSchema = v.object({
  url: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/i))),
  content: v.optional(v.string()),
});
