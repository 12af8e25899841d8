import { describe, expect, it } from 'vitest';
import { readSitePath } from './site-path.ts';

describe('the path of a service', () => {
  it.each([
    ['/mqtt', { service: '/mqtt', site: undefined }],
    ['/mqtt/', { service: '/mqtt', site: undefined }],
    ['/mqtt/riverside', { service: '/mqtt', site: 'riverside' }],
    ['/peerjs/s%C3%BCd%201?key=acme&id=/x', { service: '/peerjs', site: 'süd 1' }],
    ['/', { service: '/', site: undefined }],
    ['/mqtt/riverside/', undefined],
    ['/mqtt/riverside/more', undefined],
    ['/mqtt/%E0%A4%A', undefined],
  ])('%s', (url, read) => {
    expect(readSitePath(url)).toEqual(read);
  });
});
