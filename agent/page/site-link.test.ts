import { expect, it, vi } from 'vitest';
import { readSiteLink, takeSiteLink } from './site-link.ts';

it('reads the site and the key from the fragment', () => {
  expect(readSiteLink('#site=riverside&key=a%2Bb')).toEqual({ site: 'riverside', key: 'a+b' });
});

it.each(['', '#', '#site=riverside', '#key=secret', '#site=&key=x', `#site=a&key=${'x'.repeat(300)}`])(
  'takes %j for no link',
  (fragment) => expect(readSiteLink(fragment)).toBeUndefined(),
);

it('keeps a link and takes it out of the address', () => {
  const store = vi.fn();
  const clearAddress = vi.fn();
  const stored = { site: 'old', key: 'old' };
  const link = takeSiteLink({ fragment: '#site=new&key=k', stored, store, clearAddress });
  expect(link).toEqual({ site: 'new', key: 'k' });
  expect(store).toHaveBeenCalledWith(link);
  expect(clearAddress).toHaveBeenCalledOnce();
});

it('goes on with the link of before where the address holds none', () => {
  const stored = { site: 'old', key: 'old' };
  const clearAddress = vi.fn();
  expect(takeSiteLink({ fragment: '#top', stored, store: vi.fn(), clearAddress })).toBe(stored);
  expect(clearAddress).not.toHaveBeenCalled();
});
