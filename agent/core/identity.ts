import type { AuthType, DeviceType } from '#domain/devices/device-type.ts';
import type { EffectName } from '#domain/policies/effects.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import type { DeviceTokens } from '#protocol/auth/auth-service.ts';
import type { Ability } from '#protocol/feedback.ts';

/** What a device is to the platform, as the answer to its enrolment gave it. */
export type DeviceIdentity = {
  tenant: string;
  site: string;
  clientId: string;
  userId: string;
  authType: AuthType;
  /** The directory's id, where the directory knows the device. */
  deviceId?: string;
};

/** What a device knows of itself and tells in `info` and in its presence. */
export type DeviceProfile = {
  type: DeviceType;
  version: string;
  os: string;
  hostname: string;
  serialNumber?: string;
  userName: string;
  /** Beyond what its type can do. */
  abilities?: readonly Ability[];
  /** Actions that others of its type do, and this one cannot. */
  unsupported?: readonly ActionName[];
  /** Effects of policies that others of its type have, and this one cannot. */
  unsupportedEffects?: readonly EffectName[];
};

/** Reads the identity out of the platform's answer to a login. */
export const deviceIdentityOf = (
  tenant: string,
  { clientId, userId, authType, siteId, deviceId }: DeviceTokens,
): DeviceIdentity => ({ tenant, site: siteId, clientId, userId, authType, ...(deviceId && { deviceId }) });

export type Credentials<Identity = DeviceIdentity> = {
  accessToken: string;
  identity: Identity;
  /** Epoch milliseconds on this device's clock. */
  expiresAt: number;
};

/**
 * Gets a good access token. `afterRefusal`: the last one was turned down, so enrol anew instead of refreshing.
 * Rejects while the platform cannot be reached or refuses; the caller tries again later.
 */
export type ObtainCredentials<Identity = DeviceIdentity> = (options: {
  afterRefusal: boolean;
}) => Promise<Credentials<Identity>>;
