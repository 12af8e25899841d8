import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import type { RoleName } from '#domain/people/roles.ts';
import { type GroupDefinition, groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { WakeSchedule } from '#protocol/rest/group-body.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { GroupButtons } from './group-buttons.tsx';
import { createGroupView, GroupViewContext } from './group-view.ts';

type Given = {
  definition: GroupDefinition;
  tab?: 'devices' | 'members' | 'alerts' | 'policies';
  roles?: readonly RoleName[];
  integrationId?: string;
  wol?: WakeSchedule;
};

function show({ definition, tab = 'devices', roles = ['groupMaintainer'], integrationId, wol }: Given) {
  session.state = signedIn({ roles });
  const group = v.parse(groupSchema, { id: 'g', name: 'G', definitionName: definition, integrationId, wol });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GroupViewContext value={createGroupView(() => localStorage)}>
        <GroupButtons group={toGroup(group)} tab={tab} />
      </GroupViewContext>
    </QueryClientProvider>,
  );
  return screen.queryAllByRole('button').map((button) => button.textContent);
}

afterEach(() => {
  session.state = { name: 'unknown' };
});

const WAKE = ['Wake group', 'Wake on Lan Schedule'];

test.each<[string, Given, string[]]>([
  ['a user group', { definition: 'userGroup' }, ['Edit Members']],
  ['a device group', { definition: 'deviceGroup' }, ['Edit Members', ...WAKE]],
  ['a device match group', { definition: 'deviceMatchGroup' }, ['Edit Members', ...WAKE]],
  ['a device group on another tab', { definition: 'deviceGroup', tab: 'members' }, ['Edit Members']],
  ['a group of a directory', { definition: 'userGroup', integrationId: 'i' }, ['Sync Members']],
  ['devices of a directory', { definition: 'deviceGroup', integrationId: 'i' }, ['Sync Members', ...WAKE]],
  ['a tutor without the role', { definition: 'userGroup', roles: ['consoleUser'] }, []],
  ['such a tutor with devices', { definition: 'deviceGroup', roles: ['consoleUser'] }, WAKE],
  [
    'such a tutor with a directory',
    { definition: 'userGroup', roles: ['consoleUser'], integrationId: 'i' },
    ['Sync Members'],
  ],
])('%s has its buttons', (_, given, buttons) => {
  expect(show(given)).toEqual(buttons);
});

const periods = [{ day: 1, time: '07:45' }];
test.each<[string, WakeSchedule | undefined]>([
  ['Schedule is active', { enabled: true, periods }],
  ['Schedule on Pause', { enabled: false, periods }],
  ['There is no schedule', undefined],
])('the schedule’s button says: %s', (tip, wol) => {
  show({ definition: 'deviceGroup', ...(wol === undefined ? {} : { wol }) });
  const button = screen.getByRole('button', { name: 'Wake on Lan Schedule' });
  expect([button.getAttribute('data-tip'), button.getAttribute('aria-description')]).toEqual([tip, tip]);
});
