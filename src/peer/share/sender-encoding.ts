/** Applies an encoding to the RTP sender of one viewer. */
import type { Encoding } from '#domain/encoding.ts';

/** Not declared in the browsers' type definitions yet. */
type CodecEncoding = RTCRtpEncodingParameters & { codec?: RTCRtpCodec };
export type VideoSender = Pick<RTCRtpSender, 'track' | 'getParameters' | 'setParameters'>;

function codecOf({ codecs }: RTCRtpSendParameters, { codec }: Encoding): RTCRtpCodec | undefined {
  const mimeType = `VIDEO/${codec}`.toUpperCase();
  const found = codecs.find((each) => each.mimeType.toUpperCase() === mimeType);
  if (!found) return undefined;
  const { payloadType: _, ...wanted } = found;
  return wanted;
}

/** `withCodec` applies the codec if both sides negotiated it; otherwise the browser chooses. */
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

/** Changes run one at a time, because a browser accepts only the parameters that it returned last. */
const underWay = new WeakMap<VideoSender, Promise<void>>();

/** Never rejects: a viewer who has left needs no encoding, and others still see the picture. */
export function encodeSender(sender: VideoSender, encoding: Encoding): Promise<void> {
  if (sender.track?.kind !== 'video') return Promise.resolve();
  const before = underWay.get(sender) ?? Promise.resolve();
  const next = before
    .then(() => encodeNow(sender, encoding))
    .catch((error: unknown) => console.info('encoding of a shared screen', error));
  underWay.set(sender, next);
  return next;
}
