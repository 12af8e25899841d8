/** docs/extension.md gives a reason for each permission of the extension, and names what exists. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extensionManifest } from '../../agent/extension/manifest.ts';
import { m } from '../../src/screens/admin/sites/deployment/messages.ts';
import { m as sites } from '../../src/screens/admin/sites/messages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFile(root + file, 'utf8');
const page = await read('docs/extension.md');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('docs/extension.md', () => {
  it('gives a reason for each permission, and for no other', () => {
    const [, table = ''] = page.split('## Permissions');
    const rows = all(table.split('\n## ')[0] ?? '', /^\| (`[^|]+`) +\| \S/gm);
    const named = rows.flatMap((row) => all(row, /`([^`]+)`/g));
    const { permissions, host_permissions } = extensionManifest({ version: '1.0.0' });
    expect(named.toSorted()).toEqual([...permissions, ...host_permissions].toSorted());
  });

  it('names the version of Chrome that the extension needs', () => {
    const { minimum_chrome_version } = extensionManifest({ version: '1.0.0' });
    expect(page).toContain(`Chromium ${minimum_chrome_version} and newer`);
  });

  it('names parts of the deployment page as the page does', () => {
    const text = page.replaceAll(/\s+/g, ' ');
    const { extensionId, installationUrl, policy, policyFile, include, downloadExtension } = m;
    for (const label of [extensionId, installationUrl, policy, policyFile, downloadExtension])
      expect(text).toContain(`**${label}**`);
    expect(text).toContain(`_${include}_`);
    expect(text).toContain(`**${sites.chromebookConfig}**`);
  });

  it('names commands and pages that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    for (const name of all(page, /npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
    for (const path of all(page, /\]\((?!http|#)([^)]+)\)/g))
      expect(existsSync(`${root}docs/${path}`)).toBe(true);
    const anchors = all(page, /^## (.+)$/gm).map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const anchor of all(page, /\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
    for (const file of ['README.md', 'docs/running.md'])
      expect(await read(file)).toMatch(/\((docs\/)?extension\.md\)/);
  });
});
