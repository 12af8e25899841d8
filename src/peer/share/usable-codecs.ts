import { CODECS, type Codec } from '#domain/encoding.ts';

/** What `RTCRtpSender.getCapabilities` is asked for. */
type Capabilities = (kind: 'video') => { codecs: readonly { mimeType: string }[] } | null;

/** What this browser can send, `auto` first. All of them where it does not say. */
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
