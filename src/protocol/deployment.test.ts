import { describe, expect, it } from 'vitest';
import {
  installerArguments,
  parseDeployment,
  policyFile,
  policyJson,
  readManagedConfiguration,
  type SiteDeployment,
} from './deployment.ts';

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

const EXTENSION = {
  id: 'abcdefghijklmnopabcdefghijklmnop',
  updateUrl: 'https://hill.lectern.example/extension/update.xml',
};

it('is written as a policy file that installs the extension and configures it', () => {
  const policies = JSON.parse(policyFile(SITE, EXTENSION, { isStrict: true }));
  expect(policies).toEqual({
    ExtensionSettings: {
      [EXTENSION.id]: {
        installation_mode: 'force_installed',
        update_url: EXTENSION.updateUrl,
        override_update_url: true,
        toolbar_pin: 'force_pinned',
      },
    },
    '3rdparty': { extensions: { [EXTENSION.id]: SITE } },
    IncognitoModeAvailability: 1,
    BrowserGuestModeEnabled: false,
  });
  expect(readManagedConfiguration(policies['3rdparty'].extensions[EXTENSION.id])).toEqual(SITE);
});

it('leaves incognito windows and guests alone where the administrator wants that', () => {
  expect(Object.keys(JSON.parse(policyFile(SITE, EXTENSION, { isStrict: false })))).toEqual([
    'ExtensionSettings',
    '3rdparty',
  ]);
});

describe('the managed configuration of an extension', () => {
  it('is read from plain fields, from objects with a value, and from a mixture', () => {
    const { tenantKey, ...others } = JSON.parse(policyJson(SITE));
    expect(readManagedConfiguration(SITE)).toEqual(SITE);
    expect(readManagedConfiguration({ tenantKey, ...others })).toEqual(SITE);
    expect(readManagedConfiguration({ tenantKey: tenantKey.Value, ...others })).toEqual(SITE);
    expect(parseDeployment(JSON.stringify(SITE))).toEqual(SITE);
  });

  it('goes without the secret, and without fields that are unknown', () => {
    const { secret: _, ...open } = SITE;
    expect(readManagedConfiguration({ ...open, ofLater: true })).toEqual(open);
  });

  it.each([
    [{}],
    [undefined],
    [{ ...SITE, siteId: undefined }],
    [{ ...SITE, siteId: '' }],
    [{ ...SITE, siteId: 7 }],
    [{ ...SITE, secret: { Value: '' } }],
    [{ ...SITE, configUrl: 'no address' }],
    [{ ...SITE, tenantKey: { value: 'demo' } }],
  ])('is not read from %j', (values) => {
    expect(readManagedConfiguration(values)).toBeUndefined();
  });
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
