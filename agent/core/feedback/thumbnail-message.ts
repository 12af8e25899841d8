import type { EpochMs } from '#protocol/clock.ts';
import type { TransportPublish } from '../connection/transport.ts';
import type { DeviceIdentity } from '../identity.ts';
import type { ScreenPicture } from '../screen.ts';

export type Thumbnail = {
  picture: ScreenPicture;
  displayId: string;
  primary: boolean;
  quality: number;
  /** The time at which the picture was taken. */
  at: EpochMs;
};

/** Builds the message of a thumbnail: the payload is the image, the rest are user properties. */
export function thumbnailMessage(
  identity: DeviceIdentity,
  responseTopic: string,
  { picture, displayId, primary, quality, at }: Thumbnail,
): TransportPublish {
  return {
    topic: `${responseTopic}/${identity.clientId}/thumbnail`,
    payload: picture.bytes,
    qos: 0,
    contentType: picture.contentType,
    userProperties: {
      userId: identity.userId,
      authType: identity.authType,
      display: displayId,
      primary: primary ? '1' : '0',
      quality: String(Math.round(quality)),
      width: String(picture.width),
      height: String(picture.height),
      at: String(Math.round(at)),
    },
  };
}
