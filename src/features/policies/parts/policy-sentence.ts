/**
 * Describes a policy in a sentence, such as “From Monday to Friday, 08:00 to 12:00: blocks all sites except
 * exam.example.”
 */

import { shownName } from '#domain/people/shown-name.ts';
import type { AppRule } from '#domain/policies/app-rules.ts';
import type { Condition } from '#domain/policies/conditions.ts';
import type { Effect } from '#domain/policies/effects.ts';
import { isEffectName } from '#domain/policies/effects.ts';
import { type RawPart, readConditions, readEffects } from '#domain/policies/policy-definition.ts';
import { appRuleLine } from './app-rule-line.ts';
import { sentence as m } from './messages.ts';
import { joined, scheduleText } from './schedule-text.ts';

/** The sentence counts the names beyond this number. */
const MAX_NAMES = 4;
const MAX_NAME_LETTERS = 60;

export type PolicyParts = { effects: readonly RawPart[]; conditions: readonly RawPart[] };

export function policySentence({ effects, conditions }: PolicyParts): string {
  if (effects.length === 0) return m.nothing;
  const when = readConditions(conditions).map(conditionText);
  const [start = m.always, ...rest] = when;
  return `${capital([start, ...rest].join(', '))}: ${effects.map(effectOf).join('; ')}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** An effect that cannot be parsed gets a generic text. */
function effectOf(part: RawPart): string {
  const [effect] = isEffectName(part.definition) ? readEffects([part]) : [];
  return effect === undefined ? m.unknownEffect : effectText(effect);
}

function listed(names: readonly string[]): string {
  const shown = names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => shownName(name, MAX_NAME_LETTERS));
  // A single remaining name is written out instead of being counted.
  const count = shown.length > MAX_NAMES + 1 ? shown.length - MAX_NAMES : 0;
  const parts = count === 0 ? shown : [...shown.slice(0, MAX_NAMES), m.more({ count })];
  return joined(parts);
}

function conditionText(condition: Condition | undefined): string {
  switch (condition?.definition) {
    case 'ScheduleConditionDefinition':
      return scheduleText(condition.parameters.periods);
    case 'SubnetConditionDefinition': {
      const { subnets, ...wish } = condition.parameters;
      return placeText(subnets, wish, { inside: m.inNetworks, outside: m.outsideNetworks });
    }
    case 'SsidConditionDefinition': {
      const { ssidNames, ...wish } = condition.parameters;
      return placeText(ssidNames, wish, { inside: m.inWireless, outside: m.outsideWireless });
    }
    default:
      return m.unknownCondition;
  }
}

type PlaceWords = (p: { names: string; count: number }) => string;

function placeText(
  names: readonly string[],
  wish: { isActive: boolean; orDisconnected: boolean },
  words: { inside: PlaceWords; outside: PlaceWords },
): string {
  const say = wish.isActive ? words.inside : words.outside;
  const where = say({ names: listed(names), count: names.length });
  return wish.orDisconnected ? m.orDisconnected({ where }) : where;
}

function withReport(
  what: string,
  { report, attachScreenshot }: { report: boolean; attachScreenshot: boolean },
) {
  if (!report) return what;
  return attachScreenshot ? m.pictured({ what }) : m.reported({ what });
}

function effectText(effect: Effect): string {
  switch (effect.definition) {
    case 'MuteDefinition':
      return m.mute;
    case 'BlockWebsitesDefinition':
      return sitesText(effect.parameters);
    case 'BlockAllWebsitesDefinition': {
      const { urls } = effect.parameters;
      const what = urls.length === 0 ? m.allWeb : m.onlySites({ names: listed(urls) });
      return withReport(what, effect.parameters);
    }
    case 'LockScreenDefinition':
      return lockText(effect.parameters);
    case 'PowerActionsDefinition': {
      const { action, countdown } = effect.parameters;
      return countdown === 0 ? m[action] : m.after({ what: m[action], count: countdown });
    }
    case 'BlockAppDefinition':
      return appsText(effect.parameters);
    case 'KeywordMonitoringDefinition': {
      const { keywords, wholeWordMatching } = effect.parameters;
      return withReport(m.words({ names: listed(keywords), isWhole: wholeWordMatching }), effect.parameters);
    }
    case 'LaunchActionDefinition':
      return launchText(effect.parameters);
    case 'EnablePrivacyDefinition':
      return m.privacy;
    case 'ScreenCaptureDefinition':
      return m.screenCapture;
    case 'BlockSleepDefinition':
      return m.noSleep;
    case 'BlockKeypressDefinition':
      return m.noKeys;
  }
}

type ParametersOf<Name extends Effect['definition']> = Extract<Effect, { definition: Name }>['parameters'];

function sitesText(parameters: ParametersOf<'BlockWebsitesDefinition'>): string {
  const names = listed(parameters.urls);
  const say = parameters.accessMode === 'BlackList' ? m.blockSites : m.onlySites;
  return withReport(say({ names }), parameters);
}

function appsText(parameters: ParametersOf<'BlockAppDefinition'>): string {
  // Omit the field name: the program's name is the usual name of an app.
  const names = listed(parameters.rules.map((rule: AppRule) => appRuleLine(rule).replace(/^process:/, '')));
  const say = parameters.accessMode === 'BlackList' ? m.blockApps : m.onlyApps;
  return withReport(say({ names, count: parameters.rules.length }), parameters);
}

function lockText({ url, content }: ParametersOf<'LockScreenDefinition'>): string {
  if (url !== undefined) return m.lockWithPage({ url: shownName(url, MAX_NAME_LETTERS) });
  return content === undefined || content === '' ? m.lock : m.lockWithMessage;
}

function launchText({
  selectedLaunch,
  url,
  command,
  repeatIn,
}: ParametersOf<'LaunchActionDefinition'>): string {
  const isCommand = selectedLaunch === 'command' || (selectedLaunch === undefined && url === undefined);
  const what = isCommand
    ? m.run({ command: shownName(command ?? '', MAX_NAME_LETTERS) })
    : m.open({ url: shownName(url ?? '', MAX_NAME_LETTERS) });
  return repeatIn === 0 ? what : m.every({ what, count: Math.round(repeatIn / 60) });
}
