import { CODECS, type Codec } from '#domain/encoding.ts';

/** The signature of `RTCRtpSender.getCapabilities`. */
type Capabilities = (kind: 'video') => { codecs: readonly { mimeType: string }[] } | null;

/** The codecs that this browser can send, `auto` first. All codecs if the browser does not report them. */
export function usableCodecs(
  capabilities: Capabilities = (kind) => RTCRtpSender.getCapabilities(kind),
): readonly Codec[] {
  try {
    const known = new Set(capabilities('video')?.codecs.map(({ mimeType }) => mimeType.toUpperCase()));
    const usable = CODECS.filter((codec) => codec === 'auto' || known.has(`VIDEO/${codec}`));
    if (usable.length > 1) return usable;
  } catch (error) {
    console.info('codec detection', String(error));
  }
  return CODECS;
}
