import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, showOnStage } from '#features/policies/fakes/policy-stage.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import { session } from '#session/session-state.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { PolicyDialog } from './policy-dialog.tsx';

const ICON = { base: '', color: '#1565c0', icon: 'mdi-volume-off' };
const QUIET: Policy = {
  id: 'p1',
  name: 'Quiet',
  meta: { icon: ICON },
  definition: { effects: [{ definition: 'MuteDefinition', parameters: {} }], conditions: [] },
  disabled: false,
  global: true,
  ownerId: 'other',
};

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  for (const { id } of [...toasts.state.list]) toasts.close(id);
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

function open(policy?: Policy, stage: Stage = {}) {
  const onClose = vi.fn();
  const shown = showOnStage(<PolicyDialog {...(policy && { policy })} onClose={onClose} />, {
    roles: ['policyMaintainer'],
    policies: policy ? [policy] : [],
    ...stage,
  });
  return { ...shown, onClose };
}
const press = (name: string) => screen.getByRole('button', { name });
const list = (name: string) => within(screen.getByRole('region', { name }));
const dialog = (name: string) => screen.getByRole('dialog', { name });

describe('a new policy', () => {
  it('asks for a name, an icon and an effect, and sends nothing before', async () => {
    const { user, saved, onClose } = open();
    expect(dialog('Create new policy')).toBeDefined();
    await user.click(press('Confirm'));
    expect(screen.getByText('Please enter a name')).toBeDefined();
    expect(screen.getByText('Please choose an icon')).toBeDefined();
    expect(screen.getByText('Please add at least one effect')).toBeDefined();
    expect(press('Confirm').getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByLabelText('Policy name'), '   ');
    await user.click(press('Add Mute'));
    await user.click(press('Confirm'));
    expect(screen.getByText('Please enter a name')).toBeDefined();
    expect(saved).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('offers twelve effects and three conditions, and says which need Windows', () => {
    open();
    const titles = (name: string) =>
      list(name)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(titles('Available effects')).toEqual([
      'Mute',
      'Block Websites',
      'Block all web',
      'Lock',
      'Power ActionsComputers only',
      'Block AppsComputers only',
      'Keyword Monitoring',
      'Launch ActionComputers only',
      'Enable Privacy',
      'Screen Capture',
      'Block SleepComputers only',
      'Block KeypressComputers only',
    ]);
    expect(titles('Available conditions')).toEqual(['Schedule', 'Network Range', 'SSIDComputers only']);
  });

  it.each(['Mute', 'Block all web', 'Block Sleep', 'Enable Privacy', 'Block Keypress', 'Screen Capture'])(
    '%s moves between the lists at once, and has nothing to configure',
    async (title) => {
      const { user } = open();
      await user.click(press(`Add ${title}`));
      expect(list('Applied effects').getByText(title)).toBeDefined();
      expect(list('Available effects').queryByText(title)).toBeNull();
      expect(screen.queryByRole('button', { name: `Configure ${title}` })).toBeNull();
      expect(document.activeElement).toBe(press(`Remove ${title}`));
      await user.click(press(`Remove ${title}`));
      expect(list('Available effects').getByText(title)).toBeDefined();
      expect(document.activeElement).toBe(press(`Add ${title}`));
    },
  );

  it('gets the icon of its first effect and a colour, and is sent', async () => {
    const { user, saved, onClose } = open();
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    await user.type(screen.getByLabelText('Policy name'), ' Quiet ');
    await user.click(press('Add Mute'));
    vi.mocked(Math.random).mockReturnValue(0);
    await user.click(press('Add Block all web'));
    expect(screen.getByText('Always: mutes the sound; blocks all sites.')).toBeDefined();
    await user.click(press('Confirm'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved).toEqual([
      [
        undefined,
        {
          name: 'Quiet',
          meta: { icon: { base: '', color: '#000000', icon: 'mdi-volume-off' } },
          definition: {
            conditions: [],
            effects: [
              { definition: 'MuteDefinition', parameters: {} },
              {
                definition: 'BlockAllWebsitesDefinition',
                parameters: { accessMode: 'WhiteList', urls: [], report: false },
              },
            ],
          },
          global: true,
          ownerId: 't',
        },
      ],
    ]);
    expect(toasts.state.list.map(({ text }) => text)).toEqual(['Quiet was saved']);
  });

  it('is not lost by Escape without a question', async () => {
    const { user, onClose } = open();
    await user.click(press('Add Mute'));
    act(() => void dialog('Create new policy').dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(press('Keep editing'));
    expect(list('Applied effects').getByText('Mute')).toBeDefined();
    await user.click(press('Cancel'));
    await user.click(press('Discard changes'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays where it could not be saved, and says why', async () => {
    const { user, onClose } = open(undefined, { save: () => Promise.reject(new Error('no')) });
    await user.type(screen.getByLabelText('Policy name'), 'Quiet');
    await user.click(press('Add Mute'));
    await user.click(press('Confirm'));
    expect(
      await screen.findByText(
        'The policy could not be saved. Something unexpected happened. Please try again.',
      ),
    ).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a policy that is edited', () => {
  it('is saved under its id, with what was configured in place of what was there', async () => {
    const sites = {
      definition: 'BlockWebsitesDefinition',
      parameters: { accessMode: 'BlackList', urls: ['a.example'] },
    };
    const policy = { ...QUIET, definition: { effects: [sites], conditions: [] } };
    const { user, saved } = open(policy);
    expect(dialog('Edit policy')).toBeDefined();
    await user.click(press('Configure Block Websites'));
    const sub = within(dialog('Block Websites'));
    await user.type(sub.getByLabelText('Except'), '\nb.example');
    await user.click(sub.getByRole('button', { name: 'Submit' }));
    expect(screen.getByText('Always: blocks a.example and b.example.')).toBeDefined();
    await user.click(press('Confirm'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject([
      'p1',
      {
        name: 'Quiet',
        meta: { icon: ICON },
        definition: { effects: [{ parameters: { urls: ['a.example', 'b.example'] } }] },
      },
    ]);
    expect(saved[0]?.[1].definition.effects).toHaveLength(1);
  });

  it('stays private where it was', async () => {
    const { user, saved } = open({ ...QUIET, global: false });
    await user.type(screen.getByLabelText('Policy name'), ' room');
    await user.click(press('Confirm'));
    await waitFor(() => expect(saved).toMatchObject([['p1', { name: 'Quiet room', global: false }]]));
  });

  it('says what the platform would refuse of it', () => {
    const launch = { definition: 'LaunchActionDefinition', parameters: { url: 'https://a.example' } };
    open({ ...QUIET, definition: { effects: [launch], conditions: [] } });
    expect(screen.getByText('Please set repeat interval equal or greater than 1')).toBeDefined();
  });

  it('says that a colleague has changed it meanwhile, and shows their version', async () => {
    const { user, tellPolicies } = open(QUIET);
    await user.type(screen.getByLabelText('Policy name'), ' room');
    act(() => tellPolicies([{ ...QUIET, name: 'Silence' }]));
    expect(
      await screen.findByText(
        'Somebody else has changed this policy meanwhile. Confirm replaces what they saved.',
      ),
    ).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Policy name').value).toBe('Quiet room');
    await user.click(press('Show their version'));
    expect(screen.getByLabelText<HTMLInputElement>('Policy name').value).toBe('Silence');
    expect(screen.queryByRole('button', { name: 'Show their version' })).toBeNull();
  });

  it('follows what is saved as long as nothing is changed in it', async () => {
    const { user, tellPolicies } = open(QUIET);
    const name = () => screen.getByLabelText<HTMLInputElement>('Policy name').value;
    act(() => tellPolicies([{ ...QUIET, name: 'Silence' }]));
    await waitFor(() => expect(name()).toBe('Silence'));
    expect(screen.queryByRole('button', { name: 'Show their version' })).toBeNull();
    await user.type(screen.getByLabelText('Policy name'), ' room');
    act(() => tellPolicies([QUIET]));
    expect(await screen.findByRole('button', { name: 'Show their version' })).toBeDefined();
    expect(name()).toBe('Silence room');
  });

  it('saves over the version that it shows, and over no other', async () => {
    const theirs = { ...QUIET, name: 'Silence', version: 8 };
    const { user, saved, onClose, tellPolicies } = open(
      { ...QUIET, version: 7 },
      {
        async save(id, policy) {
          if (policy.version !== 8)
            throw new AppError('conflict', 'no', {
              detail: { messages: ['This is not the newest version of the policy.'] },
            });
          return { ...theirs, id: id ?? '', name: policy.name };
        },
      },
    );
    await user.type(screen.getByLabelText('Policy name'), ' room');
    await user.click(press('Confirm'));
    expect(
      await screen.findByText('The policy could not be saved. This is not the newest version of the policy.'),
    ).toBeDefined();
    act(() => tellPolicies([theirs]));
    expect(await screen.findByText(/Confirm replaces what they saved/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Policy name').value).toBe('Quiet room');
    await user.click(press('Confirm'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved.map(([, { name, version }]) => [name, version])).toEqual([
      ['Quiet room', 7],
      ['Quiet room', 8],
    ]);
  });

  it('is made anew where a colleague has deleted it', async () => {
    const { user, saved, tellPolicies } = open(QUIET);
    act(() => tellPolicies([]));
    expect(
      await screen.findByText('Somebody else has deleted this policy meanwhile. Confirm creates it anew.'),
    ).toBeDefined();
    await user.click(press('Confirm'));
    await waitFor(() => expect(saved).toMatchObject([[undefined, { name: 'Quiet' }]]));
  });
});
