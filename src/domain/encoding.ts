/** How a shared screen is encoded. Pure: the dialog, the cards and the senders all use these rules. */

export const CODECS = ['auto', 'VP8', 'VP9', 'H264', 'AV1'] as const;
export type Codec = (typeof CODECS)[number];

/** 20 is the frame rate of the preset Medium. */
export const FRAMERATES = [5, 10, 15, 20, 30, 45, 60] as const;
export const SCALES = [1, 1.25, 1.5, 1.75, 2] as const;
export const DEGRADATIONS = ['balanced', 'maintain-framerate', 'maintain-resolution'] as const;
export type Degradation = (typeof DEGRADATIONS)[number];

export const MIN_BITRATE = 100;
export const MAX_BITRATE = 10_000;

export type Encoding = {
  codec: Codec;
  /** In kbit/s. */
  maxBitrate: number;
  /** Frames per second. */
  maxFramerate: number;
  /** Width and height are divided by this number. */
  scaleResolutionDownBy: number;
  /** Whether frame rate or resolution gives way if the network cannot carry everything. */
  degradationPreference: Degradation;
};

export const PRESETS = ['high', 'medium', 'low'] as const;
export type Preset = (typeof PRESETS)[number];

export const PRESET_ENCODINGS: Readonly<Record<Preset, Encoding>> = {
  high: {
    codec: 'auto',
    maxBitrate: 2_500,
    maxFramerate: 30,
    scaleResolutionDownBy: 1,
    degradationPreference: 'balanced',
  },
  medium: {
    codec: 'auto',
    maxBitrate: 1_500,
    maxFramerate: 20,
    scaleResolutionDownBy: 1.5,
    degradationPreference: 'balanced',
  },
  low: {
    codec: 'AV1',
    maxBitrate: 500,
    maxFramerate: 10,
    scaleResolutionDownBy: 2,
    degradationPreference: 'maintain-resolution',
  },
};

const HIGH_UP_TO = 5;
const MEDIUM_UP_TO = 15;
const LOW_RECOMMENDED_FROM = 20;

/** The preset with which a share to this many devices begins. */
export function defaultPreset(deviceCount: number): Preset {
  if (deviceCount <= HIGH_UP_TO) return 'high';
  return deviceCount <= MEDIUM_UP_TO ? 'medium' : 'low';
}

/** The recommended preset. From 16 to 19 devices none is recommended, although Low is the default. */
export function recommendedPreset(deviceCount: number): Preset | undefined {
  const preset = defaultPreset(deviceCount);
  return preset === 'low' && deviceCount < LOW_RECOMMENDED_FROM ? undefined : preset;
}

/** The preset with exactly these settings. */
export const presetOf = (encoding: Encoding): Preset | undefined =>
  PRESETS.find((preset) => isSameEncoding(PRESET_ENCODINGS[preset], encoding));

const isSameEncoding = (a: Encoding, b: Encoding): boolean =>
  a.codec === b.codec &&
  a.maxBitrate === b.maxBitrate &&
  a.maxFramerate === b.maxFramerate &&
  a.scaleResolutionDownBy === b.scaleResolutionDownBy &&
  a.degradationPreference === b.degradationPreference;

/** Whole kbit/s as typed. Undefined if the text is no number, or the number is outside the limits. */
export function readBitrate(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,6}$/.test(text)) return undefined;
  const bitrate = Number(text);
  return bitrate >= MIN_BITRATE && bitrate <= MAX_BITRATE ? bitrate : undefined;
}
