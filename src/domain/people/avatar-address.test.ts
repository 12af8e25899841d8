import { expect, it } from 'vitest';
import { avatarAddress } from './avatar-address.ts';

it.each([
  ['https://lh3.googleusercontent.com/a/abc=s96-c', 'https://lh3.googleusercontent.com/a/abc=s40-c'],
  ['https://lh3.googleusercontent.com/a/abc=s1024', 'https://lh3.googleusercontent.com/a/abc=s40'],
  [
    'https://lh4.googleusercontent.com/-x/AAA/s96-c/photo.jpg',
    'https://lh4.googleusercontent.com/-x/AAA/s40-c/photo.jpg',
  ],
  ['https://lh3.googleusercontent.com/a/abc', 'https://lh3.googleusercontent.com/a/abc'],
  ['https://pictures.example/a=s96-c', 'https://pictures.example/a=s96-c'],
  ['https://googleusercontent.com.example/a=s96-c', 'https://googleusercontent.com.example/a=s96-c'],
  ['/picture/ben=s96-c', '/picture/ben=s96-c'],
])('%s at 40 pixels is %s', (picture, expected) => {
  expect(avatarAddress(picture, 40)).toBe(expected);
});
