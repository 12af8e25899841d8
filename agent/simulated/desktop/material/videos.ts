import type { Photo } from '../photo.ts';

export type Video = {
  title: string;
  channel: string;
  url: string;
  photo: Photo;
  lengthSeconds: number;
  views: string;
};

export const VIDEOS = {
  primes: {
    title: 'Prime numbers, explained with sunflower seeds',
    channel: 'Number Garden',
    url: 'https://watch.example/v/prime-seeds',
    photo: 'sunflower',
    lengthSeconds: 384,
    views: '48,210 views',
  },
  light: {
    title: 'Why a prism makes a rainbow',
    channel: 'Bright Lab',
    url: 'https://watch.example/v/prism',
    photo: 'prism',
    lengthSeconds: 296,
    views: '112,904 views',
  },
  reefDive: {
    title: 'One hour on the reef – no talking, only fish',
    channel: 'Blue Atlas',
    url: 'https://watch.example/v/reef',
    photo: 'reef',
    lengthSeconds: 3600,
    views: '1,204,771 views',
  },
  orbit: {
    title: 'What keeps the planets in their orbits?',
    channel: 'Night Sky Weekly',
    url: 'https://watch.example/v/orbits',
    photo: 'planet',
    lengthSeconds: 512,
    views: '86,330 views',
  },
  robots: {
    title: 'We built a robot from a lunch box',
    channel: 'Workshop Kids',
    url: 'https://watch.example/v/lunchbox-robot',
    photo: 'robot',
    lengthSeconds: 437,
    views: '309,118 views',
  },
} as const satisfies Record<string, Video>;
export type VideoName = keyof typeof VIDEOS;
