import type { AuthType, DeviceType } from '#domain/devices/device-type.ts';
import type { EffectName } from '#domain/policies/effects.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import type { DeviceTokens } from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Ability } from '#protocol/feedback.ts';

/** A device's identity at the platform, from the answer to its enrolment. */
export type DeviceIdentity = {
  tenant: string;
  site: string;
  clientId: string;
  userId: string;
  authType: AuthType;
  /** The directory's id; absent if the directory does not know the device. */
  deviceId?: string;
};

/** The device's description of itself, for `info` and its presence. */
export type DeviceProfile = {
  type: DeviceType;
  version: string;
  os: string;
  hostname: string;
  serialNumber?: string;
  userName: string;
  /** Abilities beyond those of its type. */
  abilities?: readonly Ability[];
  /** Actions that its type supports but this device does not. */
  unsupported?: readonly ActionName[];
  /** Effects of policies that its type supports but this device does not. */
  unsupportedEffects?: readonly EffectName[];
};

/** Takes the identity from the platform's answer to a login. */
export const deviceIdentityOf = (
  tenant: string,
  { clientId, userId, authType, siteId, deviceId }: DeviceTokens,
): DeviceIdentity => ({ tenant, site: siteId, clientId, userId, authType, ...(deviceId && { deviceId }) });

export type Credentials<Identity = DeviceIdentity> = {
  accessToken: string;
  identity: Identity;
  /** On this device's clock. */
  expiresAt: EpochMs;
};

/**
 * Obtains a valid access token. `afterRefusal`: the last one was rejected, so the device enrols again instead
 * of refreshing. Rejects if the platform cannot be reached or refuses; the caller retries.
 */
export type ObtainCredentials<Identity = DeviceIdentity> = (options: {
  afterRefusal: boolean;
}) => Promise<Credentials<Identity>>;
