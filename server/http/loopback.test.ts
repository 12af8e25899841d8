import { describe, expect, it } from 'vitest';
import { isLoopbackAddress } from './loopback.ts';

describe('loopback', () => {
  it('knows the addresses that nobody else can reach', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost'].every(isLoopbackAddress)).toBe(
      true,
    );
    expect(['0.0.0.0', '10.0.0.1', '::', '127.evil.example', ''].some(isLoopbackAddress)).toBe(false);
  });
});
