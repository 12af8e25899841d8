/** Help names what people look for: its contents lead to its sections, its buttons are called as the console calls them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { m as student } from '../../agent/page/messages.ts';
import { actionTitles } from '../../src/features/action-bar/messages.ts';
import { access } from '../../src/features/directory/access-messages.ts';
import { m as directory } from '../../src/features/directory/messages.ts';
import { m as files } from '../../src/features/files/messages.ts';
import { m as policies } from '../../src/features/policies/messages.ts';
import { m as alerts } from '../../src/features/policy-events/messages.ts';
import { m as polls } from '../../src/features/polls/messages.ts';
import { m as remoteControlEntry } from '../../src/features/remote-control/entry-messages.ts';
import { m as remoteControl } from '../../src/features/remote-control/messages.ts';
import { m as shareScreen } from '../../src/features/sharing/messages.ts';
import { m as shares } from '../../src/features/sharing/sessions/messages.ts';
import { m as adminSites } from '../../src/screens/admin/sites/messages.ts';
import { m as device } from '../../src/screens/device/messages.ts';
import { m as inventory } from '../../src/screens/devices/inventory/messages.ts';
import { m as devices } from '../../src/screens/devices/messages.ts';
import { m as events } from '../../src/screens/events/messages.ts';
import { m as group } from '../../src/screens/group/messages.ts';
import { m as groups } from '../../src/screens/groups/messages.ts';
import { m as wizardWords } from '../../src/screens/groups/wizard/messages.ts';
import { websites } from '../../src/screens/policies/editor/messages.ts';
import { m as policyPages } from '../../src/screens/policies/messages.ts';
import { m as settings } from '../../src/screens/settings/messages.ts';
import { m as siteSettings } from '../../src/screens/site-settings/messages.ts';
import { m as users } from '../../src/screens/users/messages.ts';
import { m as shell } from '../../src/shell/messages.ts';

const { types, stepNames, ...wizard } = wizardWords;
const help = readFileSync(new URL('../../public/docs/index.html', import.meta.url), 'utf8');
const found = (pattern: RegExp) => [...help.matchAll(pattern)].map(([, name]) => name);

/** What is in bold from one heading to the next. */
function boldIn(section: string): (string | undefined)[] {
  const [, text = ''] = help.split(`<h2 id="${section}">`);
  return [...(text.split('<h2')[0] ?? '').matchAll(/<b>([^<]+)<\/b>/g)].map(([, name]) => name);
}

describe('Help', () => {
  it('lists its sections, each once and in their order', () => {
    expect(found(/<li><a href="#([\w-]+)">/g)).toEqual(found(/<h2 id="([\w-]+)">/g));
  });

  it.each([
    ['act', { ...group, ...shell, ...actionTitles }],
    ['poll', polls],
    ['alerts', { ...group, ...alerts, ...policies }],
    ['policies', { ...policyPages, ...websites }],
    ['events', [events, shell].flatMap(Object.values)],
    // The steps and types have keys alike.
    ['settings', [groups, types, stepNames, wizard, siteSettings, settings].flatMap(Object.values)],
    ['device', device],
    [
      'directory',
      {
        ...users,
        ...devices,
        toDeleteUsers: directory.title.users,
        toDeleteDevices: directory.title.devices,
        ...access.title,
      },
    ],
    ['inventory', { ...devices, ...inventory }],
    ['share', { ...shareScreen, ...shares }],
    ['files', files],
    ['remote-control', { ...remoteControl, ...remoteControlEntry }],
    // Administrators find its link on their page of sites.
    ['student-page', { ...student, ...adminSites }],
  ])('calls what is in the section %s by the words of the interface', (section, words) => {
    const bold = boldIn(section);
    expect(bold.length).toBeGreaterThan(1);
    const said = new Set<unknown>(Object.values(words));
    expect(bold.filter((name) => !said.has(name))).toEqual([]);
  });
});
