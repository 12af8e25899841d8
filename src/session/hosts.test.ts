import { expect, test } from 'vitest';
import { configUrl, isLoginHost, loginUrl } from './hosts.ts';

const page = (metas: Record<string, string> = {}) =>
  ({
    querySelector: (selector: string) => {
      const content = metas[/name="([^"]+)"/.exec(selector)?.[1] ?? ''];
      return content === undefined ? null : { getAttribute: () => content };
    },
  }) as unknown as Document;
const place = (url: string) => new URL(url);

test('the other hosts are siblings of this one', () => {
  expect(configUrl(place('http://demo.localhost:8080/x'), page())).toBe('http://config.localhost:8080');
  expect(loginUrl(place('https://demo.school.example/'), page())).toBe('https://login.school.example');
  expect(loginUrl(place('http://localhost:8080/'), page())).toBe('http://login.localhost:8080');
});

test('what the server wrote into the page wins', () => {
  const metas = page({ 'lectern-config-url': 'http://127.0.0.1:9/ ', 'lectern-login-url': '' });
  expect(configUrl(place('http://demo.localhost:8080/'), metas)).toBe('http://127.0.0.1:9');
  expect(loginUrl(place('http://demo.localhost:8080/'), metas)).toBe('http://login.localhost:8080');
});

test('only the login host is the login host', () => {
  expect(isLoginHost(place('http://login.localhost:8080/sign-in'), page())).toBe(true);
  expect(isLoginHost(place('http://demo.localhost:8080/sign-in'), page())).toBe(false);
  const elsewhere = page({ 'lectern-login-url': 'https://sign.school.example' });
  expect(isLoginHost(place('https://sign.school.example/'), elsewhere)).toBe(true);
});
