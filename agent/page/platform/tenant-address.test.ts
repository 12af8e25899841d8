import { expect, it } from 'vitest';
import { configOrigin } from './tenant-address.ts';

it('finds the configuration host beside the tenant’s, unless the page names one', () => {
  const place = { protocol: 'http:', hostname: 'demo.localhost', port: '8080' };
  expect(configOrigin(place, '')).toBe('http://config.localhost:8080');
  expect(configOrigin(place, ' https://config.example/ ')).toBe('https://config.example');
  expect(configOrigin({ ...place, protocol: 'https:', port: '' }, null)).toBe('https://config.localhost');
});
