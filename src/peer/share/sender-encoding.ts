/** Brings an encoding to what sends a picture to one viewer. */
import type { Encoding } from '#domain/encoding.ts';

/** What the browsers' type definitions do not know yet. */
type CodecEncoding = RTCRtpEncodingParameters & { codec?: RTCRtpCodec };
export type VideoSender = Pick<RTCRtpSender, 'track' | 'getParameters' | 'setParameters'>;

function codecOf({ codecs }: RTCRtpSendParameters, { codec }: Encoding): RTCRtpCodec | undefined {
  const mimeType = `VIDEO/${codec}`.toUpperCase();
  const found = codecs.find((each) => each.mimeType.toUpperCase() === mimeType);
  if (!found) return undefined;
  const { payloadType: _, ...wanted } = found;
  return wanted;
}

/** With `withCodec` only where both sides have agreed on that codec; else they send what they like best. */
function parametersOf(sender: VideoSender, encoding: Encoding, withCodec: boolean): RTCRtpSendParameters {
  const parameters = sender.getParameters();
  const codec = withCodec ? codecOf(parameters, encoding) : undefined;
  parameters.degradationPreference = encoding.degradationPreference;
  for (const each of parameters.encodings as CodecEncoding[]) {
    each.maxBitrate = encoding.maxBitrate * 1_000;
    each.maxFramerate = encoding.maxFramerate;
    each.scaleResolutionDownBy = encoding.scaleResolutionDownBy;
    if (codec) each.codec = codec;
    else delete each.codec;
  }
  return parameters;
}

async function encodeNow(sender: VideoSender, encoding: Encoding): Promise<void> {
  try {
    await sender.setParameters(parametersOf(sender, encoding, true));
  } catch (error) {
    if (encoding.codec === 'auto') throw error;
    await sender.setParameters(parametersOf(sender, encoding, false));
  }
}

/** One change after the other: a browser takes parameters only as it last gave them. */
const underWay = new WeakMap<VideoSender, Promise<void>>();

/** Never rejects: a viewer who has left meanwhile needs no encoding, another one is still shown the picture. */
export function encodeSender(sender: VideoSender, encoding: Encoding): Promise<void> {
  if (sender.track?.kind !== 'video') return Promise.resolve();
  const before = underWay.get(sender) ?? Promise.resolve();
  const next = before
    .then(() => encodeNow(sender, encoding))
    .catch((error: unknown) => console.info('encoding of a shared screen', error));
  underWay.set(sender, next);
  return next;
}
