/** Builds the reports of policies, within the length limits of the protocol. */
import type { EpochMs } from '#protocol/clock.ts';
import type { DeviceEvent } from '#protocol/device-event.ts';
import type { Application, Tab } from '#protocol/feedback.ts';

const LINE = 1_024;
const PATH = 4_096;
const ADDRESS = 8_192;

type Found = {
  policyId: string;
  at: EpochMs;
};

export const pageEvent = ({
  policyId,
  rule,
  tab,
  at,
}: Found & { rule: string; tab: Pick<Tab, 'url' | 'title'> }): DeviceEvent => ({
  policyId,
  rule: rule.slice(0, LINE),
  effectType: 'BlockWebsitesDefinition',
  context: { url: tab.url.slice(0, ADDRESS), MainWindowTitle: tab.title.slice(0, LINE) },
  timeTriggered: at,
});

export const appEvent = ({
  policyId,
  rule,
  application: { title, processPath = '' },
  at,
}: Found & { rule: string; application: Pick<Application, 'title' | 'processPath'> }): DeviceEvent => ({
  policyId,
  rule: rule.slice(0, LINE),
  effectType: 'BlockAppDefinition',
  context: { Path: processPath.slice(0, PATH), MainWindowTitle: title.slice(0, LINE) },
  timeTriggered: at,
});

export const wordEvent = ({
  policyId,
  word,
  title,
  url,
  at,
}: Found & { word: string; title: string; url: string }): DeviceEvent => ({
  policyId,
  rule: word.slice(0, LINE),
  effectType: 'KeywordMonitoringDefinition',
  context: {
    word: word.slice(0, LINE),
    MainWindowTitle: title.slice(0, LINE),
    ...(url !== '' && { url: url.slice(0, ADDRESS) }),
  },
  timeTriggered: at,
});

/** The picture is added later. */
export const captureEvent = ({ policyId, at }: Found): DeviceEvent => ({
  policyId,
  effectType: 'ScreenCaptureDefinition',
  context: {},
  timeTriggered: at,
});
