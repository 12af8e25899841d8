import { describe, expect, it } from 'vitest';
import { createAddresses } from './addresses.ts';

const none = {
  configUrl: undefined,
  loginUrl: undefined,
  publicAuthUrl: undefined,
  publicRestUrl: undefined,
  publicMqttUrl: undefined,
};
const local = createAddresses({ ...none, domain: 'localhost', trustedProxies: [] }, 8080);
const school = createAddresses(
  { ...none, domain: 'lectern.school.example', trustedProxies: ['loopback'] },
  8080,
);

describe('addresses', () => {
  it('tells host names apart, whatever their port and case', () => {
    expect(local.placeOf('demo.localhost:8080')).toEqual({ name: 'console', tenant: 'demo' });
    expect(local.placeOf('DEMO.localhost')).toEqual({ name: 'console', tenant: 'demo' });
    expect(local.placeOf('login.localhost:1')).toEqual({ name: 'login' });
    expect(local.placeOf('config.localhost')).toEqual({ name: 'config' });
    expect(local.placeOf('id.localhost')).toEqual({ name: 'id' });
  });

  it.each([
    'localhost:8080',
    '127.0.0.1',
    undefined,
    'a.b.localhost',
    'demo.localhost.evil.example',
    '-x.localhost',
  ])('gives %s no tenant', (host) => {
    expect(local.placeOf(host)).toEqual({ name: 'other' });
  });

  it('writes plain addresses with the port on loopback and https without one behind a proxy', () => {
    expect(local.authUrl('demo')).toBe('http://demo.localhost:8080/auth');
    expect(local.mqttUrl('demo')).toBe('ws://demo.localhost:8080/mqtt/');
    expect(school.restUrl('a')).toBe('https://a.lectern.school.example');
    expect(school.mqttUrl('a')).toBe('wss://a.lectern.school.example/mqtt/');
  });

  it('lets consoles look at machines over TLS anywhere, and without it on this machine only', () => {
    expect(local.remoteControlSources).toEqual(['wss:', 'ws://127.0.0.1:*']);
    expect(school.remoteControlSources).toEqual(['wss:']);
  });

  it('lets single services be elsewhere, and pages connect there', () => {
    const proxied = createAddresses(
      { ...none, publicMqttUrl: 'ws://127.0.0.1:5/mqtt', domain: 'localhost', trustedProxies: [] },
      8080,
    );
    expect(proxied.mqttUrl('demo')).toBe('ws://127.0.0.1:5/mqtt');
    expect(proxied.ownSources).toEqual([
      'http://*.localhost:8080',
      'ws://*.localhost:8080',
      'ws://127.0.0.1:5',
    ]);
  });

  it('takes only the login host and consoles for pages of its own', () => {
    expect(local.isPageOrigin('http://login.localhost:8080')).toBe(true);
    expect(local.isPageOrigin('http://demo.localhost:8080')).toBe(true);
    for (const origin of [
      'http://demo.localhost',
      'https://demo.localhost:8080',
      'http://demo.localhost:8081',
      'http://id.localhost:8080',
      'http://evil.example',
      'null',
    ]) {
      expect(local.isPageOrigin(origin), origin).toBe(false);
    }
  });

  it('knows pages of this machine where the platform is on it, and nowhere else', () => {
    const near = ['http://127.0.0.1:5173', 'http://localhost:8081', 'https://localhost', 'http://[::1]:80'];
    for (const origin of near) {
      expect(local.isNearOrigin(origin), origin).toBe(true);
      expect(school.isNearOrigin(origin), origin).toBe(false);
    }
    for (const origin of [
      'http://127.0.0.1.evil.example',
      'http://localhost.evil.example:80',
      'http://demo.localhost:8081',
      'http://localhost:80@evil.example',
      'null',
      'file://',
    ]) {
      expect(local.isNearOrigin(origin), origin).toBe(false);
    }
  });
});
