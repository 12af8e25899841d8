import { afterEach, describe, expect, test, vi } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import { encodeSender, type VideoSender } from './sender-encoding.ts';

afterEach(() => void vi.restoreAllMocks());

const VP8 = { mimeType: 'video/VP8', clockRate: 90_000, payloadType: 96 };
const AV1 = { mimeType: 'video/AV1', clockRate: 90_000, payloadType: 45 };

/** Takes parameters only as it last gave them, like a browser. */
function createSender(
  options: { codecs?: object[]; refuses?: (parameters: RTCRtpSendParameters) => boolean; kind?: string } = {},
) {
  let transaction = 0;
  const set: RTCRtpSendParameters[] = [];
  const sender = {
    track: { kind: options.kind ?? 'video' },
    getParameters() {
      transaction += 1;
      return {
        transactionId: String(transaction),
        codecs: options.codecs ?? [VP8, AV1],
        encodings: [{ active: true }],
      };
    },
    async setParameters(parameters: RTCRtpSendParameters) {
      if (parameters.transactionId !== String(transaction)) throw new Error('stale');
      await Promise.resolve();
      if (options.refuses?.(parameters)) throw new DOMException('no', 'InvalidModificationError');
      set.push(structuredClone(parameters));
    },
  };
  return { sender: sender as unknown as VideoSender, set };
}

describe('what a viewer is sent', () => {
  test('has the bitrate in bit/s and everything else of the preset, the codec where both know it', async () => {
    const { sender, set } = createSender();
    await encodeSender(sender, PRESET_ENCODINGS.low);
    expect(set[0]?.degradationPreference).toBe('maintain-resolution');
    expect(set[0]?.encodings).toEqual([
      {
        active: true,
        maxBitrate: 500_000,
        maxFramerate: 10,
        scaleResolutionDownBy: 2,
        codec: { mimeType: 'video/AV1', clockRate: 90_000 },
      },
    ]);
  });

  test.each([
    ['the viewer does not know the codec', { codecs: [VP8] }],
    [
      'this browser does not take one for a single viewer',
      { refuses: ({ encodings }: RTCRtpSendParameters) => encodings.some((each) => 'codec' in each) },
    ],
  ])('has the codec that they like best where %s', async (_, options) => {
    const { sender, set } = createSender(options);
    await encodeSender(sender, PRESET_ENCODINGS.low);
    expect(set).toHaveLength(1);
    expect(set[0]?.encodings).toEqual([
      { active: true, maxBitrate: 500_000, maxFramerate: 10, scaleResolutionDownBy: 2 },
    ]);
  });

  test('is that of the last change, also of two at once', async () => {
    const { sender, set } = createSender();
    void encodeSender(sender, PRESET_ENCODINGS.high);
    await encodeSender(sender, PRESET_ENCODINGS.medium);
    expect(set.map(({ encodings }) => encodings[0]?.maxBitrate)).toEqual([2_500_000, 1_500_000]);
  });

  test('is nobody’s trouble when the viewer has gone', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { sender } = createSender({ refuses: () => true });
    await expect(encodeSender(sender, PRESET_ENCODINGS.high)).resolves.toBeUndefined();
  });

  test('concerns pictures only', async () => {
    const { sender, set } = createSender({ kind: 'audio' });
    await encodeSender(sender, PRESET_ENCODINGS.high);
    expect(set).toEqual([]);
  });
});
