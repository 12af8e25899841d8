import { afterEach, expect, test, vi } from 'vitest';
import { CODECS } from '#domain/encoding.ts';
import { usableCodecs } from './usable-codecs.ts';

afterEach(() => void vi.restoreAllMocks());

const having =
  (...mimeTypes: string[]) =>
  () => ({ codecs: mimeTypes.map((mimeType) => ({ mimeType })) });

test.each([
  ['some', having('video/VP8', 'video/rtx', 'video/H264', 'video/H264'), ['auto', 'VP8', 'H264']],
  ['others, in another spelling', having('video/av1', 'video/vp9'), ['auto', 'VP9', 'AV1']],
  ['none that is known', having('video/rtx'), CODECS],
  ['nothing', () => null, CODECS],
])('a browser that tells of %s', (_, capabilities, codecs) => {
  expect(usableCodecs(capabilities)).toEqual(codecs);
});

test('a browser that does not answer may try them all', () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  expect(
    usableCodecs(() => {
      throw new ReferenceError('RTCRtpSender is not defined');
    }),
  ).toEqual(CODECS);
  // As in this very place.
  expect(usableCodecs()).toEqual(CODECS);
});
