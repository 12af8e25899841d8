import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { infoSchema } from './feedback.ts';

const INFO = {
  clientId: 'c',
  userId: 'u',
  authType: 'user',
  lastUpdated: 1,
  type: 'extension',
  device: { hostname: 'h' },
};

describe('what a device can do', () => {
  it('is not said by most devices', () => {
    expect(v.parse(infoSchema, INFO).abilities).toBeUndefined();
  });

  it('leaves out words that nobody knows here', () => {
    const abilities = ['fly', 'collectFiles', ''];
    expect(v.parse(infoSchema, { ...INFO, abilities }).abilities).toEqual(['collectFiles']);
  });

  it('knows the actions that it cannot do', () => {
    const unsupported = ['fly', 'closeTabs'];
    expect(v.parse(infoSchema, { ...INFO, unsupported }).unsupported).toEqual(['closeTabs']);
  });

  it.each([['collectFiles'], [{}], [[1]], [Array(65).fill('x')]])('refuses %j', (abilities) => {
    expect(v.safeParse(infoSchema, { ...INFO, abilities }).success).toBe(false);
  });
});
