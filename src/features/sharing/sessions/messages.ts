/** The words of shared screens: their cards, and how a picture is encoded. */
import type { Codec, Degradation, Preset } from '#domain/encoding.ts';

export const m = {
  sharedScreens: 'Shared screens',
  yourScreen: 'Your screen',
  screenOf: (p: { name: string }) => `${p.name}’s screen`,
  sharedWith: (p: { title: string; count: number }) =>
    p.title === '' ? `with ${p.count} devices` : `with ${p.title}`,
  cardTitle: (p: { screen: string; whom: string }) => `${p.screen}, shared ${p.whom}`,
  watching: (p: { viewers: number; count: number }) => `${p.viewers} of ${p.count} watching`,
  declined: (p: { count: number }) => `${p.count} not showing it`,
  since: (p: { time: string }) => `since ${p.time}`,
  changeQuality: 'Quality',
  changeQualityOf: (p: { screen: string }) => `Quality: ${p.screen}`,
  stopSharing: 'Stop Sharing',
  stopSharingOf: (p: { screen: string; whom: string }) => `Stop Sharing: ${p.screen} ${p.whom}`,
  ended: (p: { screen: string; whom: string }) => `${p.screen} is no longer shared ${p.whom}`,
  endedByRequest: 'It was ended by another tutor, or in another tab.',
  endedAtSource: 'The student has stopped, or the connection was lost.',

  quality: 'Quality',
  apply: 'Apply',
  cancel: 'Cancel',
  close: 'Close',
  presets: { high: 'High', medium: 'Medium', low: 'Low' } satisfies Record<Preset, string>,
  custom: 'Custom',
  recommended: 'Recommended',
  presetText: (p: { bitrate: number; framerate: number; scale: number }) =>
    `${p.bitrate} kbps, ${p.framerate} fps, ${p.scale === 1 ? 'full size' : `size ÷ ${p.scale}`}`,
  customText: 'Your own settings',
  forMany: 'for 20 or more devices',
  bitrate: 'Bitrate in kbps',
  bitrateWrong: 'Please enter a number from 100 to 10000',
  framerate: 'Frames per second',
  scale: 'Size',
  scaleValue: (p: { scale: number }) => (p.scale === 1 ? 'Full size' : `Divided by ${p.scale}`),
  codec: 'Codec',
  codecs: { auto: 'Auto', VP8: 'VP8', VP9: 'VP9', H264: 'H.264', AV1: 'AV1' } satisfies Record<Codec, string>,
  degradation: 'When the network is slow',
  degradations: {
    balanced: 'Balanced',
    'maintain-framerate': 'Keep the framerate',
    'maintain-resolution': 'Keep the resolution',
  } satisfies Record<Degradation, string>,
} as const;
