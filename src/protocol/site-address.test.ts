import { describe, expect, it } from 'vitest';
import { siteAddress } from './site-address.ts';

describe('the address of a site', () => {
  it('is below a base that ends with a slash', () => {
    expect(siteAddress('wss://acme.example/mqtt/', 'riverside')).toBe('wss://acme.example/mqtt/riverside');
    expect(siteAddress('wss://acme.example/mqtt/', 'süd 1')).toBe('wss://acme.example/mqtt/s%C3%BCd%201');
  });

  it('is any other base as it stands', () => {
    expect(siteAddress('wss://acme.example/mqtt', 'riverside')).toBe('wss://acme.example/mqtt');
  });
});
