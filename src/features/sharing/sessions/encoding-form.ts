/** The fields of a quality, and their conversion to an encoding. */
import { type Encoding, PRESET_ENCODINGS, type Preset, presetOf, readBitrate } from '#domain/encoding.ts';
import { m } from './messages.ts';

export type EncodingForm = {
  choice: Preset | 'custom';
  /** The settings of `custom`; `maxBitrate` is the text as typed. */
  custom: Omit<Encoding, 'maxBitrate'> & { maxBitrate: string };
};

const typed = (encoding: Encoding): EncodingForm['custom'] => ({
  ...encoding,
  maxBitrate: String(encoding.maxBitrate),
});

export const presetForm = (preset: Preset, custom: Encoding = PRESET_ENCODINGS[preset]): EncodingForm => ({
  choice: preset,
  custom: typed(custom),
});

export const customForm = (custom: Encoding): EncodingForm => ({ choice: 'custom', custom: typed(custom) });

/** The form that shows the current encoding. */
export const formOf = (encoding: Encoding): EncodingForm => ({
  choice: presetOf(encoding) ?? 'custom',
  custom: typed(encoding),
});

export function readEncoding({ choice, custom }: EncodingForm): { encoding: Encoding } | { error: string } {
  if (choice !== 'custom') return { encoding: PRESET_ENCODINGS[choice] };
  const maxBitrate = readBitrate(custom.maxBitrate);
  return maxBitrate === undefined ? { error: m.bitrateWrong } : { encoding: { ...custom, maxBitrate } };
}
