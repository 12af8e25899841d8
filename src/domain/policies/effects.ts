/** The twelve effects of a policy, each with its parameters. */
import * as v from 'valibot';
import { POWER_ACTIONS } from '../devices/power-actions.ts';
import { ACCESS_MODES } from './verdict.ts';

/** Number of lines in a list, such as addresses or words. */
const MAX_LINES = 1_000;
const MAX_LINE_LENGTH = 1_024;
/** Length of plain text, and of rich text as HTML. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_ADDRESS_LENGTH = 8_192;
const MAX_SECONDS = 86_400;
/** Minimum interval between two launches by a Launch Action. */
export const MIN_LAUNCH_REPEAT_SECONDS = 60;
/** A week. */
const MAX_LAUNCH_REPEAT_SECONDS = 604_800;

const line = v.pipe(v.string(), v.maxLength(MAX_LINE_LENGTH));
const lines = v.pipe(v.array(line), v.maxLength(MAX_LINES));
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SECONDS));
/** Only pages are opened: never `javascript:`, `file:` or a program's own scheme. */
const pageAddress = v.pipe(v.string(), v.maxLength(MAX_ADDRESS_LENGTH), v.regex(/^https?:\/\/\S+$/i));
const flag = v.optional(v.boolean(), false);
const accessMode = v.picklist(ACCESS_MODES);

const nothing = v.object({});
/** `report`: blocked items are reported to tutors; `attachScreenshot`: with a picture of the screen. */
const reports = { report: flag, attachScreenshot: flag };

const appRule = v.union([
  line,
  v.object({ processName: v.optional(line), processPath: v.optional(line), title: v.optional(line) }),
]);

export const EFFECT_PARAMETERS = {
  BlockWebsitesDefinition: v.object({
    accessMode: v.optional(accessMode, 'BlackList'),
    ...reports,
    urls: v.optional(lines, []),
  }),
  /** Shows either the page at `url` or `content`. */
  LockScreenDefinition: v.object({ url: v.optional(pageAddress), content: v.optional(text) }),
  MuteDefinition: nothing,
  BlockAllWebsitesDefinition: v.object({
    accessMode: v.optional(accessMode, 'WhiteList'),
    ...reports,
    /** Pages that stay open. */
    urls: v.optional(lines, []),
  }),
  BlockSleepDefinition: nothing,
  BlockKeypressDefinition: nothing,
  PowerActionsDefinition: v.object({
    action: v.picklist(POWER_ACTIONS),
    /** Seconds until the action runs; 0: immediately. */
    countdown: v.optional(seconds, 0),
    /** Seconds after which an aborted action is repeated; 0: never. */
    repeatIn: v.optional(seconds, 0),
    allowToAbort: flag,
    message: v.optional(text, ''),
  }),
  BlockAppDefinition: v.object({
    accessMode: v.optional(accessMode, 'BlackList'),
    ...reports,
    rules: v.optional(v.pipe(v.array(appRule), v.maxLength(MAX_LINES)), []),
  }),
  KeywordMonitoringDefinition: v.object({
    keywords: v.optional(lines, []),
    report: v.optional(v.boolean(), true),
    attachScreenshot: flag,
    wholeWordMatching: flag,
  }),
  LaunchActionDefinition: v.object({
    /** Which of the two is launched if both are set. */
    selectedLaunch: v.optional(v.picklist(['url', 'command'])),
    url: v.optional(pageAddress),
    command: v.optional(text),
    args: v.optional(text),
    /** Seconds between two launches; 0: once only. */
    repeatIn: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LAUNCH_REPEAT_SECONDS)),
      0,
    ),
  }),
  EnablePrivacyDefinition: nothing,
  ScreenCaptureDefinition: nothing,
} as const;

export type EffectName = keyof typeof EFFECT_PARAMETERS;
export const EFFECT_NAMES = Object.keys(EFFECT_PARAMETERS) as readonly EffectName[];
export type EffectParameters<Name extends EffectName> = v.InferOutput<(typeof EFFECT_PARAMETERS)[Name]>;
/** An effect with all its parameters filled in. */
export type Effect = { [N in EffectName]: { definition: N; parameters: EffectParameters<N> } }[EffectName];

export const isEffectName = (name: string): name is EffectName => Object.hasOwn(EFFECT_PARAMETERS, name);
