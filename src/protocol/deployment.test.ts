import { expect, it } from 'vitest';
import { installerArguments, parseDeployment, policyJson, type SiteDeployment } from './deployment.ts';

const SITE: SiteDeployment = {
  tenantKey: 'demo',
  siteId: 'riverside',
  configUrl: 'http://config.localhost:8080',
  secret: 'a-secret_of-the-site',
};

it('is written as the policy of an extension, and read again', () => {
  expect(JSON.parse(policyJson(SITE))).toEqual({
    tenantKey: { Value: 'demo' },
    siteId: { Value: 'riverside' },
    configUrl: { Value: 'http://config.localhost:8080' },
    secret: { Value: 'a-secret_of-the-site' },
  });
  expect(parseDeployment(`\n${policyJson(SITE)}\n`)).toEqual(SITE);
});

it('is written as arguments of an installer, and read again', () => {
  expect(installerArguments(SITE)).toBe(
    'TENANT_KEY="demo" SITE_ID="riverside" CONFIG_URL="http://config.localhost:8080" SECRET="a-secret_of-the-site"',
  );
  expect(parseDeployment(installerArguments(SITE))).toEqual(SITE);
});

it('goes without the secret', () => {
  const { secret: _, ...open } = SITE;
  for (const text of [policyJson(open), installerArguments(open)]) {
    expect(text.toLowerCase()).not.toContain('secret');
    expect(parseDeployment(text)).toEqual(open);
  }
});

it.each(['', 'nonsense', '{', '{"tenantKey":"demo"}', 'TENANT_KEY="demo"'])('does not take %j', (text) => {
  expect(() => parseDeployment(text)).toThrow();
});
