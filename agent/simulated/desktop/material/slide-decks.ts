import type { Photo } from '../photo.ts';

export type Slide = {
  title: string;
  points: readonly string[];
  photo?: Photo;
  figure?: 'triangle' | 'bars' | 'circle';
};
export type SlideDeck = { name: string; color: string; dark: string; slides: readonly Slide[] };

export const SLIDE_DECKS = {
  pythagoras: {
    name: 'The theorem of Pythagoras',
    color: '#2b6fe0',
    dark: '#153a7c',
    slides: [
      {
        title: 'The theorem of Pythagoras',
        points: ['7A Mathematics', 'Squares on a triangle'],
        figure: 'triangle',
      },
      {
        title: 'What it says',
        points: ['The triangle has a right angle', 'a² + b² = c²', 'c is the longest side'],
        figure: 'triangle',
      },
      {
        title: 'A ladder at a wall',
        points: ['The ladder is 5 m long', 'Its foot is 3 m away', 'How high does it reach?'],
        figure: 'triangle',
      },
      { title: 'Try these', points: ['6 and 8', '5 and 12', '8 and 15'], figure: 'bars' },
    ],
  },
  circles: {
    name: 'Around the circle',
    color: '#c0397a',
    dark: '#6a1d46',
    slides: [
      { title: 'Around the circle', points: ['Radius, diameter', 'and a curious number'], figure: 'circle' },
      {
        title: 'Measuring wheels',
        points: ['Roll it once', 'Divide by its width', 'Always a little over 3'],
        figure: 'circle',
      },
      { title: 'Our results', points: ['Plate 3.12', 'Bicycle 3.15', 'Coin 3.1'], figure: 'bars' },
    ],
  },
  planets: {
    name: 'Our solar system',
    color: '#4b3fa8',
    dark: '#181446',
    slides: [
      { title: 'Our solar system', points: ['Group 4', 'Maya, Oscar, Lin'], photo: 'planet' },
      {
        title: 'Four small, four large',
        points: ['Rock near the Sun', 'Gas and ice far away', 'A belt between'],
        photo: 'planet',
      },
      {
        title: 'How far is far?',
        points: ['Light needs 8 minutes', 'to Earth, and 4 hours', 'to the last planet'],
        figure: 'bars',
      },
    ],
  },
  rome: {
    name: 'A day in ancient Rome',
    color: '#a0522d',
    dark: '#55250f',
    slides: [
      { title: 'A day in ancient Rome', points: ['History project', 'Term 1'], photo: 'arches' },
      {
        title: 'Morning',
        points: ['Bread and cheese', 'Visits to a patron', 'School under a porch'],
        photo: 'arches',
      },
      { title: 'Afternoon', points: ['The baths', 'Games and races', 'Dinner at sunset'], photo: 'arches' },
    ],
  },
} as const satisfies Record<string, SlideDeck>;
export type SlideDeckName = keyof typeof SLIDE_DECKS;
