/** What the dialogs of sites, their tokens and tags say of what is entered, and of what the platform refuses. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { Site } from '#protocol/rest/site.ts';
import { siteContentsQuery } from '#rest/admin/sites.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { DeleteSiteDialog } from './delete-site-dialog.tsx';
import { SiteDialog } from './site-dialog.tsx';
import { TagDialog } from './tags/tag-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

const site = (id: string, name: string, subnodes: Site[] = []): Site => ({ id, name, tags: [], subnodes });
const RIVERSIDE = site('r', 'Riverside');
const HILLCREST = site('h', 'Hillcrest', [site('s', 'Sixth Form')]);
const SITES = [RIVERSIDE, HILLCREST];
const TAGS = [
  { id: 'p', name: 'Primary' },
  { id: 'q', name: 'Pilot' },
];

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const { id } of SITES)
    client.setQueryData(siteContentsQuery(id).queryKey, {
      devices: 2,
      users: 0,
      groups: 1,
      policies: 0,
      runners: 0,
      syncs: 0,
      tokens: 0,
    });
});
afterEach(() => {
  cleanup();
  toasts.state.list.length = 0;
  client.clear();
  vi.restoreAllMocks();
});

const show = (dialog: ReactElement) =>
  render(<QueryClientProvider client={client}>{dialog}</QueryClientProvider>);
const button = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const press = (name: string) => act(async () => void fireEvent.click(button(name)));
const named = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } });
/** What is said of the name that stands in the field. */
const saidOfName = () => {
  const ids = screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
    .trim();
};
const refusal = (...messages: string[]) => new AppError('conflict', 'no', { detail: { messages } });

describe('a site', () => {
  const open = (of?: Site) => {
    const send = vi.fn(async () => 'new');
    const onClose = vi.fn();
    show(<SiteDialog site={of} sites={SITES} onClose={onClose} send={send} />);
    return { send, onClose };
  };

  it('needs a name that no other has, without the spaces around it', async () => {
    const { send } = open();
    expect(isDisabled('Add site')).toBe(true);
    expect(saidOfName()).toBe('');
    await press('Add site');
    expect(saidOfName()).toBe('Field is required');
    for (const taken of ['Riverside', ' Riverside  ', 'Sixth Form']) {
      named(taken);
      expect(saidOfName()).toBe(`Site with name ${taken.trim()} already exists`);
      expect(isDisabled('Add site')).toBe(true);
    }
    await press('Add site');
    expect(send).not.toHaveBeenCalled();
    named(' Harbour ');
    await press('Add site');
    expect(send).toHaveBeenCalledWith(undefined, { name: 'Harbour', parentId: null });
  });

  it('that is edited may keep its name, which only closes, and take no other’s', async () => {
    const { send, onClose } = open(RIVERSIDE);
    named('Hillcrest');
    expect(saidOfName()).toBe('Site with name Hillcrest already exists');
    named('Riverside ');
    expect(saidOfName()).toBe('');
    await press('Save');
    expect(onClose).toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  });

  it('that somebody else moves or renames meanwhile stays where it is now, whatever is changed here', async () => {
    const send = vi.fn(async () => 'h');
    const onClose = vi.fn();
    const dialogIn = (sites: Site[]) => (
      <QueryClientProvider client={client}>
        <SiteDialog site={RIVERSIDE} sites={sites} onClose={onClose} send={send} />
      </QueryClientProvider>
    );
    const { rerender } = render(dialogIn([RIVERSIDE, site('h', 'Hillcrest')]));
    rerender(dialogIn([site('h', 'Hillcrest', [site('r', 'Waterside')])]));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Waterside');
    const parent = screen.getByRole<HTMLSelectElement>('combobox');
    expect(parent.selectedOptions[0]?.textContent).toBe('Hillcrest');
    await press('Save');
    expect(onClose).toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
    named('Harbour');
    await press('Save');
    expect(send).toHaveBeenLastCalledWith('r', { name: 'Harbour' });
    fireEvent.change(parent, { target: { value: parent.options[0]?.value } });
    await press('Save');
    expect(send).toHaveBeenLastCalledWith('r', { name: 'Harbour', parentId: null });
  });

  it.each([undefined, RIVERSIDE])(
    'that the platform refuses has its first message under the name, and loses nothing (%o)',
    async (of) => {
      const { send, onClose } = open(of);
      send.mockRejectedValueOnce(refusal('Site with name Harbour already exists', 'And more.'));
      named('Harbour');
      await press(of === undefined ? 'Add site' : 'Save');
      expect(saidOfName()).toBe('Site with name Harbour already exists');
      expect(screen.queryByText('And more.')).toBeNull();
      expect(onClose).not.toHaveBeenCalled();
      named('Harbour 2');
      expect(saidOfName()).toBe('');
      await press(of === undefined ? 'Add site' : 'Save');
      expect(onClose).toHaveBeenCalled();
    },
  );

  it('that nobody answers for keeps what was entered', async () => {
    const { send } = open();
    send.mockRejectedValueOnce(new AppError('unreachable', 'no'));
    named('Harbour');
    await press('Add site');
    expect(screen.getByRole('alert').textContent).toContain('The server does not answer');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Harbour');
  });

  it('is deleted by its exact name only, and not while others are inside', async () => {
    const send = vi.fn(async () => {});
    const { unmount } = show(<DeleteSiteDialog site={RIVERSIDE} onClose={() => {}} send={send} />);
    const typed = (value: string) =>
      fireEvent.change(screen.getByLabelText('Type Riverside to delete it'), { target: { value } });
    expect(screen.getByText('2 devices')).toBeDefined();
    for (const wrong of ['', 'riverside', 'Riverside ', 'River']) {
      typed(wrong);
      expect(isDisabled('Delete site')).toBe(true);
    }
    await press('Delete site');
    expect(send).not.toHaveBeenCalled();
    typed('Riverside');
    await press('Delete site');
    expect(send).toHaveBeenCalledWith('r');
    unmount();
    show(<DeleteSiteDialog site={HILLCREST} onClose={() => {}} send={send} />);
    expect(screen.getByRole('alert').textContent).toContain('There is a site inside this one');
    expect(isDisabled('Delete site')).toBe(true);
  });
});

describe('a token of a site', () => {
  const open = (action: string) => {
    const services = {
      issue: vi.fn(async () => ({ secret: 's', expiry: null })),
      revoke: vi.fn(async () => {}),
    };
    const [onClose, onIssued] = [vi.fn(), vi.fn()];
    show(
      <TokenDialog
        action={action}
        site={RIVERSIDE}
        services={services as never}
        onClose={onClose}
        onIssued={onIssued}
      />,
    );
    return { services, onClose, onIssued };
  };

  it('is issued, with what becomes of the old one, and stays what it was where that fails', async () => {
    const { services, onClose, onIssued } = open('issue');
    expect(screen.getByText(/the old one expires 5 days later/)).toBeDefined();
    services.issue.mockRejectedValueOnce(new AppError('server', 'no'));
    await press('Issue token');
    expect(screen.getByRole('alert').textContent).toContain('The server could not do it');
    expect(onClose).not.toHaveBeenCalled();
    await press('Issue token');
    expect(onIssued).toHaveBeenCalledWith('r');
  });

  it('is offered after a site was made, and may be skipped', async () => {
    const { services, onClose } = open('create');
    expect(button('Create Secret')).toBeDefined();
    await press('Skip');
    expect(onClose).toHaveBeenCalled();
    expect(services.issue).not.toHaveBeenCalled();
  });

  it.each(['issue', 'revoke'] as const)(
    'that comes after the dialog was closed leads nowhere (%s)',
    async (action) => {
      const { services, onClose, onIssued } = open(action);
      let settle = () => {};
      const answer = new Promise<never>((resolve) => {
        settle = () => resolve(undefined as never);
      });
      services.issue.mockReturnValueOnce(answer);
      services.revoke.mockReturnValueOnce(answer);
      await press(action === 'issue' ? 'Issue token' : 'Revoke tokens');
      cleanup();
      await act(async () => settle());
      expect(toasts.state.list).toHaveLength(1);
      expect([onClose, onIssued].map(({ mock }) => mock.calls)).toEqual([[], []]);
    },
  );

  it('is revoked with all others, with what that means for devices that are in', async () => {
    const { services, onIssued } = open('revoke');
    expect(
      screen.getByText(/Devices stay logged in until their next token refresh, within 30 minutes/),
    ).toBeDefined();
    await press('Revoke tokens');
    expect(services.revoke).toHaveBeenCalledWith('r');
    expect(onIssued).not.toHaveBeenCalled();
  });

  it.each(['rotate', 'toString'])('does not know %s', (action) => {
    open(action);
    expect(screen.getByRole('dialog', { name: `${action} is not supported` })).toBeDefined();
    expect(screen.getByText(`${action} is not supported`, { selector: 'p' })).toBeDefined();
  });
});

describe('a tag', () => {
  const open = (tag?: (typeof TAGS)[number]) => {
    const send = vi.fn(async () => {});
    const onClose = vi.fn();
    show(<TagDialog tag={tag} tags={TAGS} onClose={onClose} send={send} />);
    return { send, onClose };
  };

  it('needs a name that no other has', async () => {
    const { send } = open();
    expect(isDisabled('Save')).toBe(true);
    await press('Save');
    expect(saidOfName()).toBe('Field is required');
    named(' Primary ');
    expect(saidOfName()).toBe('Tag with same name already exist');
    expect(isDisabled('Save')).toBe(true);
    named(' Secondary ');
    await press('Save');
    expect(send).toHaveBeenCalledWith(undefined, 'Secondary');
  });

  it('that is renamed may keep its name, and takes what the platform says against another one', async () => {
    const { send, onClose } = open(TAGS[0]);
    named('Pilot');
    expect(saidOfName()).toBe('Tag with same name already exist');
    named('Secondary');
    send.mockRejectedValueOnce(refusal('Tag with same name already exist'));
    await press('Save');
    expect(saidOfName()).toBe('Tag with same name already exist');
    expect(onClose).not.toHaveBeenCalled();
    named(' Primary ');
    await press('Save');
    expect(onClose).toHaveBeenCalled();
    expect(send).toHaveBeenCalledTimes(1);
  });
});
