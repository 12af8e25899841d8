import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readManagedConfiguration } from '#protocol/deployment.ts';
import type { Deployment } from '#protocol/rest/deployment.ts';
import { deploymentQuery, pageLinkQuery } from '#rest/admin/sites.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { tenant } from '#session/tenant.ts';
import { DeploymentParts } from './deployment-parts.tsx';

beforeEach(() => {
  session.state = signedIn({ realm: 'admin' });
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('school');
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

const HILL = { id: 'hill', name: 'Hill', tags: [], subnodes: [] };
const OWN = {
  id: 'abcdefghijklmnopabcdefghijklmnop',
  updateUrl: 'https://school.lectern.example/extension/update.xml',
  zipUrl: 'https://school.lectern.example/extension/abcdefghijklmnopabcdefghijklmnop.zip',
};

function open(chromeExtension: Deployment['chromeExtension']) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(pageLinkQuery(HILL.id).queryKey, { site: HILL.id, key: 'page-key' });
  client.setQueryData(deploymentQuery().queryKey, {
    configUrl: 'https://config.lectern.example',
    chromeExtension,
    windowsInstaller: null,
    hasCertificate: false,
  });
  render(
    <QueryClientProvider client={client}>
      <DeploymentParts site={HILL} machines="chromeos" onIssue={() => undefined} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const value = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name }).value;

it('shows the platform’s own extension, with a policy for the admin console and a policy file', () => {
  open(OWN);
  expect(value('Extension id')).toBe(OWN.id);
  expect(value('Installation URL')).toBe(OWN.updateUrl);
  const file = JSON.parse(value('Policy file'));
  expect(file.ExtensionSettings[OWN.id]).toMatchObject({
    installation_mode: 'force_installed',
    update_url: OWN.updateUrl,
  });
  const configuration = readManagedConfiguration(file['3rdparty'].extensions[OWN.id]);
  expect(configuration).toMatchObject({ siteId: 'hill', configUrl: 'https://config.lectern.example' });
  expect(readManagedConfiguration(JSON.parse(value('Policy (JSON)')))).toEqual(configuration);
  expect(screen.getByRole('link', { name: 'Download the extension' }).getAttribute('href')).toBe(OWN.zipUrl);
});

it('turns incognito and guest windows off, unless the administrator leaves them on', async () => {
  const user = open(OWN);
  const policies = () => Object.keys(JSON.parse(value('Policy file')));
  expect(policies()).toEqual(
    expect.arrayContaining(['IncognitoModeAvailability', 'BrowserGuestModeEnabled']),
  );
  await user.click(screen.getByRole('checkbox', { name: /^Turn off incognito and guest windows/ }));
  expect(policies()).toEqual(['ExtensionSettings', '3rdparty']);
});

it('offers no download of an extension from elsewhere', () => {
  open({ id: OWN.id, updateUrl: 'https://clients2.google.com/service/update2/crx' });
  expect(value('Installation URL')).toBe('https://clients2.google.com/service/update2/crx');
  expect(screen.queryByRole('link', { name: 'Download the extension' })).toBeNull();
});

it('says what the operator does when there is no extension', () => {
  open(null);
  expect(screen.getByText(/npm run build:extension/)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Policy file' })).toBeNull();
  expect(readManagedConfiguration(JSON.parse(value('Policy (JSON)')))).toMatchObject({ siteId: 'hill' });
});
