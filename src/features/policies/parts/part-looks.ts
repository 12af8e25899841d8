/** The title and icon of each kind of effect and condition. */
import {
  mdiApplicationOutline,
  mdiCalendarClock,
  mdiEarthOff,
  mdiEyeOff,
  mdiHelpCircleOutline,
  mdiIpNetworkOutline,
  mdiKeyboardOffOutline,
  mdiLock,
  mdiMonitorScreenshot,
  mdiPower,
  mdiRocketLaunch,
  mdiSleepOff,
  mdiTextSearch,
  mdiVolumeOff,
  mdiWebOff,
  mdiWifi,
} from '@mdi/js';
import { type ConditionName, isConditionName } from '#domain/policies/conditions.ts';
import { type EffectName, isEffectName } from '#domain/policies/effects.ts';
import { m } from './messages.ts';

export type PartLook = {
  title: string;
  icon: string;
  /** Only agents that control a whole computer support it. */
  isComputerOnly?: true;
};

/** In the order of the menu. `suggestedIcon`: the icon of a policy whose first effect this is. */
export const EFFECT_LOOKS: Readonly<Record<EffectName, PartLook & { suggestedIcon: string }>> = {
  MuteDefinition: { title: m.mute, icon: mdiVolumeOff, suggestedIcon: 'mdi-volume-off' },
  BlockWebsitesDefinition: { title: m.blockWebsites, icon: mdiWebOff, suggestedIcon: 'mdi-web-off' },
  BlockAllWebsitesDefinition: { title: m.blockAllWeb, icon: mdiEarthOff, suggestedIcon: 'mdi-earth-off' },
  LockScreenDefinition: { title: m.lock, icon: mdiLock, suggestedIcon: 'mdi-lock' },
  PowerActionsDefinition: {
    title: m.powerActions,
    icon: mdiPower,
    suggestedIcon: 'mdi-power',
    isComputerOnly: true,
  },
  BlockAppDefinition: {
    title: m.blockApps,
    icon: mdiApplicationOutline,
    suggestedIcon: 'mdi-application-outline',
    isComputerOnly: true,
  },
  KeywordMonitoringDefinition: {
    title: m.keywordMonitoring,
    icon: mdiTextSearch,
    suggestedIcon: 'mdi-text-search',
  },
  LaunchActionDefinition: {
    title: m.launchAction,
    icon: mdiRocketLaunch,
    suggestedIcon: 'mdi-rocket-launch',
    isComputerOnly: true,
  },
  EnablePrivacyDefinition: { title: m.enablePrivacy, icon: mdiEyeOff, suggestedIcon: 'mdi-eye-off' },
  ScreenCaptureDefinition: {
    title: m.screenCapture,
    icon: mdiMonitorScreenshot,
    suggestedIcon: 'mdi-monitor-screenshot',
  },
  BlockSleepDefinition: {
    title: m.blockSleep,
    icon: mdiSleepOff,
    suggestedIcon: 'mdi-sleep-off',
    isComputerOnly: true,
  },
  BlockKeypressDefinition: {
    title: m.blockKeypress,
    icon: mdiKeyboardOffOutline,
    suggestedIcon: 'mdi-keyboard-off-outline',
    isComputerOnly: true,
  },
};

export const CONDITION_LOOKS: Readonly<Record<ConditionName, PartLook>> = {
  ScheduleConditionDefinition: { title: m.schedule, icon: mdiCalendarClock },
  SubnetConditionDefinition: { title: m.networkRange, icon: mdiIpNetworkOutline },
  SsidConditionDefinition: { title: m.ssid, icon: mdiWifi, isComputerOnly: true },
};

/** A kind added by a newer platform gets a generic title and icon. */
export const effectLook = (name: string): PartLook =>
  isEffectName(name) ? EFFECT_LOOKS[name] : { title: m.otherEffect, icon: mdiHelpCircleOutline };

export const conditionLook = (name: string): PartLook =>
  isConditionName(name) ? CONDITION_LOOKS[name] : { title: m.otherCondition, icon: mdiHelpCircleOutline };
