/** Builds the kinds of feedback that are JSON. */

import type { EpochMs } from '#protocol/clock.ts';
import type { Application, Tab } from '#protocol/feedback.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import type { DeviceState } from '../device-state.ts';
import type { DeviceIdentity, DeviceProfile } from '../identity.ts';
import type { Screen } from '../screen.ts';
import type { ServedDemand } from './demand-book.ts';

export type RecordKind = Exclude<ServedDemand, 'thumbnails'> | 'hello';

export type RecordSource = {
  identity: DeviceIdentity;
  profile: DeviceProfile;
  screen: Screen;
  state: Readonly<DeviceState>;
  now: EpochMs;
  /** The start of this connection, for `hello`. */
  since?: EpochMs | undefined;
};

export function recordText(kind: RecordKind, source: RecordSource): string {
  const text = JSON.stringify({ ...address(source), ...body(kind, source) });
  // Only icons can make a record this large. A character takes at most four bytes.
  return text.length * 4 > MAX_JSON_BYTES
    ? JSON.stringify({ ...address(source), ...body(kind, source, true) })
    : text;
}

const address = ({ identity, now }: RecordSource) => ({
  clientId: identity.clientId,
  userId: identity.userId,
  authType: identity.authType,
  lastUpdated: now,
});

function body(kind: RecordKind, source: RecordSource, plain = false): Record<string, unknown> {
  const { screen } = source;
  const shown = !screen.privacy();
  switch (kind) {
    case 'hello':
      return { since: source.since };
    case 'info':
      return info(source);
    case 'statuses':
      return statuses(source);
    case 'tabs':
      return { tabs: shown ? withIcons(screen.tabs(), plain) : [] };
    case 'applications':
      return { applications: shown ? withIcons(screen.applications(), plain) : [] };
  }
}

function withIcons<T extends Tab | Application>(items: readonly T[], plain: boolean): readonly T[] {
  return plain ? items.map((item) => ({ ...item, icon: undefined })) : items;
}

function info({ identity, profile, screen, state }: RecordSource) {
  return {
    type: profile.type,
    version: profile.version,
    os: profile.os,
    deviceId: identity.deviceId,
    alias: state.alias,
    displays: screen.displays(),
    abilities: profile.abilities,
    unsupported: profile.unsupported,
    device: {
      id: identity.deviceId,
      hostname: profile.hostname,
      username: state.login?.username ?? profile.userName,
      serialNumber: profile.serialNumber,
    },
    user: {
      id: identity.userId,
      name: state.name ?? profile.userName,
      ...(state.name !== undefined && { signedInAs: profile.userName }),
    },
  };
}

/** `shareScreen`: a display of this device is shared; `screenShared`: another screen is shown here. */
function statuses({ screen, state }: RecordSource) {
  const { broadcast, shares, policies, remoteControl } = state;
  return {
    privacy: screen.privacy(),
    privacyByPolicy: policies.privacy,
    shareScreen: shares.length > 0,
    screenShared: broadcast !== undefined,
    fullScreen: state.fullScreen,
    nameModal: state.nameRequested,
    screenshareSessionIds: [...(broadcast ? [broadcast] : []), ...shares].map(({ sessionId }) => sessionId),
    lockSources: { action: state.lock !== undefined, policy: policies.lock !== undefined },
    muteSources: { action: state.muted, policy: policies.muted },
    inputsBlocked: state.inputsBlocked,
    remoteControl: remoteControl && {
      sessionId: remoteControl.sessionId,
      tutorName: remoteControl.tutorName,
    },
    policies: { activePolicies: policies.active, notPossible: policies.impossible },
  };
}
