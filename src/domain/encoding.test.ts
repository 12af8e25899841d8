import { describe, expect, test } from 'vitest';
import {
  CODECS,
  DEGRADATIONS,
  defaultPreset,
  FRAMERATES,
  PRESET_ENCODINGS,
  presetOf,
  readBitrate,
  recommendedPreset,
  SCALES,
} from './encoding.ts';

describe('the presets have their numbers', () => {
  test.each([
    ['high', 'auto', 2500, 30, 1, 'balanced'],
    ['medium', 'auto', 1500, 20, 1.5, 'balanced'],
    ['low', 'AV1', 500, 10, 2, 'maintain-resolution'],
  ] as const)(
    '%s',
    (preset, codec, maxBitrate, maxFramerate, scaleResolutionDownBy, degradationPreference) => {
      const encoding = { codec, maxBitrate, maxFramerate, scaleResolutionDownBy, degradationPreference };
      expect(PRESET_ENCODINGS[preset]).toEqual(encoding);
      expect(presetOf(encoding)).toBe(preset);
      expect(presetOf({ ...encoding, maxBitrate: 999 })).toBeUndefined();
    },
  );

  test('each of them is made of what can be chosen', () => {
    for (const encoding of Object.values(PRESET_ENCODINGS)) {
      expect(CODECS).toContain(encoding.codec);
      expect(FRAMERATES).toContain(encoding.maxFramerate);
      expect(SCALES).toContain(encoding.scaleResolutionDownBy);
      expect(DEGRADATIONS).toContain(encoding.degradationPreference);
      expect(readBitrate(String(encoding.maxBitrate))).toBe(encoding.maxBitrate);
    }
  });
});

test('what can be chosen', () => {
  expect(FRAMERATES).toEqual([5, 10, 15, 20, 30, 45, 60]);
  expect(SCALES).toEqual([1, 1.25, 1.5, 1.75, 2]);
  expect(CODECS).toEqual(['auto', 'VP8', 'VP9', 'H264', 'AV1']);
  expect(DEGRADATIONS).toEqual(['balanced', 'maintain-framerate', 'maintain-resolution']);
});

test.each([
  [0, 'high', 'high'],
  [1, 'high', 'high'],
  [5, 'high', 'high'],
  [6, 'medium', 'medium'],
  [15, 'medium', 'medium'],
  [16, 'low', undefined],
  [19, 'low', undefined],
  [20, 'low', 'low'],
  [300, 'low', 'low'],
] as const)('a share to %i devices begins with %s, and %s is recommended', (count, preset, recommended) => {
  expect(defaultPreset(count)).toBe(preset);
  expect(recommendedPreset(count)).toBe(recommended);
});

test.each([
  ['100', 100],
  [' 2500 ', 2500],
  ['10000', 10000],
  ['99', undefined],
  ['10001', undefined],
  ['', undefined],
  ['1e3', undefined],
  ['250.5', undefined],
  ['-500', undefined],
  ['lots', undefined],
])('a bitrate of "%s" is read as %s', (typed, bitrate) => {
  expect(readBitrate(typed)).toBe(bitrate);
});
