import { describe, expect, it } from 'vitest';
import { isTopicName, isTopicText } from './topic-name.ts';

describe('a topic name', () => {
  const long = ['tenant', 'site', 'user', 'client'].map((name) => name.padEnd(128, 'é')).join('/');
  it.each([['acme/one/notifications/v1'], [`${long}/actions`], ['acme/one/ünïcode/😀'], ['a//b/']])(
    'is %s',
    (topic) => expect(isTopicName(topic)).toBe(true),
  );

  it.each([
    ['x'.repeat(1_025)],
    ['a/\u0000/b'],
    ['a/\u001f'],
    ['a/\u007f'],
    ['a/\u0085'],
    // What a decoder makes of bytes that are no UTF-8, and half of a pair.
    ['a/\ufffd'],
    ['a/\ud800'],
  ])('is not %j, nor is it a filter', (topic) => {
    expect(isTopicName(topic)).toBe(false);
    expect(isTopicText(topic)).toBe(false);
  });

  it.each([['a/+'], ['#'], ['a/x#']])('is not the filter %s', (filter) => {
    expect(isTopicName(filter)).toBe(false);
    expect(isTopicText(filter)).toBe(true);
  });
});
