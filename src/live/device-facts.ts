/** Texts and states that screens show for a device, derived from its reports. */
import { abilitiesOf, canDo } from '#domain/devices/device-abilities.ts';
import { type DeviceType, isComputer } from '#domain/devices/device-type.ts';
import { lettersOf, optionOf } from '#domain/poll.ts';
import { shownText } from '#domain/shown-text.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import {
  type Application,
  isLocked,
  isLockedByPolicy,
  isMuted,
  isMutedByPolicy,
  type Statuses,
  type Tab,
} from '#protocol/feedback.ts';
import type { ClientPoll, ConnectionState, LiveClient } from '#protocol/threads/live-worker.ts';

/** The alias, or the user's name; undefined until the device has sent one. */
export function personName(client: Pick<LiveClient, 'info'>): string | undefined {
  const { info } = client;
  return [info?.alias, info?.user?.name, info?.device.username]
    .map((name) => shownText(name ?? ''))
    .find((name) => name !== '');
}

export const deviceTitle = (client: Pick<LiveClient, 'info'>): string =>
  shownText(client.info?.device.hostname ?? '');

export const deviceType = (client: Pick<LiveClient, 'info'>): DeviceType => client.info?.type ?? 'unknown';

/** The kind of item monitored on this device type, as the privacy text names it. */
export const monitored = (type: DeviceType): 'Tabs' | 'Application' =>
  isComputer(type) ? 'Application' : 'Tabs';

export type OpenItem = {
  id: string;
  title: string;
  icon?: string;
  active: boolean;
  /** Id to close the item: a tab's id, or the id of an application's window. */
  closeId: string;
  /** A tab's address, as the device reported it. */
  url?: string;
};

/** Accepts inline pictures only, because a device must not make this page load an address. */
const inlineIcon = (icon: string | undefined) =>
  icon !== undefined &&
  /^data:image\/(png|jpeg|gif|webp|x-icon|vnd\.microsoft\.icon|svg\+xml)[;,]/i.test(icon)
    ? icon
    : undefined;

/** Whether the device performs an action of the protocol. Not every agent supports all of its kind. */
export const performs = ({ info }: Pick<LiveClient, 'info'>, action: ActionName): boolean =>
  canDo(abilitiesOf(info), action);

/** Whether a tutor can close the windows, or tabs, of the device. */
export const closesItems = (client: Pick<LiveClient, 'info'>): boolean =>
  performs(client, isComputer(deviceType(client)) ? 'closeApps' : 'closeTabs');

/** Whether a tutor can bring them to the front. */
export const focusesItems = (client: Pick<LiveClient, 'info'>): boolean =>
  performs(client, isComputer(deviceType(client)) ? 'focusApp' : 'focusTab');

/** Applications of a computer, tabs of a browser; empty while privacy is on. */
export function openItems(
  client: Pick<LiveClient, 'info' | 'tabs' | 'applications' | 'statuses'>,
): OpenItem[] {
  if (client.statuses?.privacy) return [];
  const item = (entry: Tab | Application, more: Pick<OpenItem, 'id' | 'closeId' | 'url'>): OpenItem => {
    const icon = inlineIcon(entry.icon);
    return {
      ...more,
      // An item without a title shows its address.
      title: shownText(entry.title) || shownText(more.url ?? ''),
      active: entry.active,
      ...(icon === undefined ? {} : { icon }),
    };
  };
  const items = isComputer(deviceType(client))
    ? (client.applications ?? []).map((entry) =>
        item(entry, { id: `${entry.appId} ${entry.windowId}`, closeId: entry.windowId }),
      )
    : (client.tabs ?? []).map((entry) =>
        item(entry, { id: entry.tabId, closeId: entry.tabId, url: entry.url }),
      );
  // A device may report an id twice, and rows with the same id would remain after their item has closed.
  const byId = new Map(items.map((each) => [each.id, each]));
  return byId.size === items.length ? items : [...byId.values()];
}

/** The number of open tabs or applications that could not be read. */
export const unreadItems = (
  client: Pick<LiveClient, 'info' | 'moreTabs' | 'moreApplications' | 'statuses'>,
): number =>
  client.statuses?.privacy
    ? 0
    : ((isComputer(deviceType(client)) ? client.moreApplications : client.moreTabs) ?? 0);

export type StatusMark =
  | 'sharedScreen'
  | 'fullScreen'
  | 'locked'
  | 'lockedByPolicy'
  | 'muted'
  | 'mutedByPolicy'
  | 'inputsBlocked';

export function statusMarks(statuses: Statuses | undefined): StatusMark[] {
  const marks: [StatusMark, boolean][] = [
    ['sharedScreen', Boolean(statuses?.screenShared || statuses?.shareScreen)],
    ['fullScreen', statuses?.fullScreen === 'FULL'],
    ['locked', isLocked(statuses)],
    ['lockedByPolicy', isLockedByPolicy(statuses)],
    ['muted', isMuted(statuses)],
    ['mutedByPolicy', isMutedByPolicy(statuses)],
    ['inputsBlocked', statuses?.inputsBlocked === true],
  ];
  return marks.flatMap(([mark, on]) => (on ? [mark] : []));
}

export type StatusLine = 'waitingForName' | 'requestingFullScreen' | 'fullScreenCancelled';

/** Exchanges between tutor and device that are in progress. */
export function statusLines(statuses: Statuses | undefined): StatusLine[] {
  const lines: [StatusLine, boolean][] = [
    ['waitingForName', statuses?.nameModal === true],
    ['requestingFullScreen', statuses?.fullScreen === 'requested'],
    ['fullScreenCancelled', statuses?.fullScreen === 'cancelled'],
  ];
  return lines.flatMap(([line, on]) => (on ? [line] : []));
}

/** One letter of an answer. `text` is undefined if the question has no such option. */
export type AnsweredOption = { letter: string; text: string | undefined };

/** A device's progress with the current poll. */
export type PollLine =
  | { name: 'waiting' }
  | { name: 'options'; options: readonly AnsweredOption[] }
  | { name: 'words'; text: string };

export function pollLine(poll: ClientPoll | undefined): PollLine | undefined {
  if (poll === undefined) return undefined;
  const answer = shownText(poll.answer ?? '');
  if (answer === '') return { name: 'waiting' };
  if (poll.answers.length === 0) return { name: 'words', text: answer };
  const question = {
    type: poll.multiselect ? ('multipleChoice' as const) : ('singleChoice' as const),
    body: poll.question,
    answers: poll.answers,
  };
  const options = lettersOf(question, answer).map((letter) => ({ letter, text: optionOf(question, letter) }));
  return { name: 'options', options: options.slice(0, MAX_OPTIONS) };
}

const MAX_OPTIONS = 10;

export type ScreenFace = 'picture' | 'privacy' | 'unavailable' | 'notShared' | 'undecodable';

/** The content of a card's screen area. Privacy takes precedence, even over an older picture. */
export function screenFace(
  statuses: Statuses | undefined,
  thumbnail: 'none' | 'shown' | 'undecodable',
): ScreenFace {
  if (statuses?.privacy) return 'privacy';
  if (thumbnail === 'undecodable') return 'undecodable';
  return thumbnail === 'shown' ? 'picture' : 'unavailable';
}

/**
 * The same for the screen of one device. A missing picture is a fault on Windows devices only; on other
 * devices the student chooses what is shared, and may share nothing.
 */
export function singleScreenFace(
  client: Pick<LiveClient, 'info' | 'statuses'>,
  thumbnail: Parameters<typeof screenFace>[1],
): ScreenFace {
  const face = screenFace(client.statuses, thumbnail);
  const isWithoutScreen = client.info?.displays.length === 0 && !isComputer(deviceType(client));
  return face === 'unavailable' && isWithoutScreen ? 'notShared' : face;
}

export type StaleMark = 'offline' | 'notLive';

/** Why the content of a card may be old: the device is silent, or the broker connection is lost. */
export function staleMark(
  client: Pick<LiveClient, 'isOffline'>,
  connection: Pick<ConnectionState, 'name'>,
): StaleMark | undefined {
  // Without a connection, a device's silence means nothing.
  if (connection.name !== 'connecting' && connection.name !== 'connected') return 'notLive';
  return client.isOffline ? 'offline' : undefined;
}
