import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import { findSite } from './student-site.ts';

const configuration = { tenant: 'demo', name: 'Demo', AUTH_URL: 'http://demo/auth' };
const site = { siteId: 'riverside', siteName: 'Riverside', students: 'name' };

const look = (answers: Record<string, object | Error>, key = 'secret') =>
  findSite({
    call: (async ({ url }: { url: string }) => {
      const answer = answers[url];
      if (answer instanceof Error || answer === undefined) throw answer ?? new Error(url);
      return answer;
    }) as unknown as PlatformCall,
    configOrigin: 'http://config',
    tenant: 'demo',
    link: { site: 'riverside', key },
  });

it('finds the site behind the link', async () => {
  expect(
    await look({ 'http://config/demo.json': configuration, 'http://demo/auth/devices/site': site }),
  ).toEqual({ name: 'found', site: { ...site, configuration } });
});

it('does not take a key of another site', async () => {
  const other = { ...site, siteId: 'hillside' };
  const answers = { 'http://config/demo.json': configuration, 'http://demo/auth/devices/site': other };
  expect(await look(answers)).toEqual({ name: 'bad-link' });
});

it.each([
  ['unauthorized', 'bad-link'],
  ['not-found', 'bad-link'],
  ['unreachable', 'unreachable'],
  ['server', 'unreachable'],
  ['malformed', 'unreachable'],
] as const)('says of a %s answer: %s', async (code, name) => {
  const answers = {
    'http://config/demo.json': configuration,
    'http://demo/auth/devices/site': new AppError(code, 'no'),
  };
  expect(await look(answers)).toEqual({ name });
});
