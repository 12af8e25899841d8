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
  const keep = vi.fn();
  const clearAddress = vi.fn();
  const kept = { site: 'old', key: 'old' };
  const link = takeSiteLink({ fragment: '#site=new&key=k', kept, keep, clearAddress });
  expect(link).toEqual({ site: 'new', key: 'k' });
  expect(keep).toHaveBeenCalledWith(link);
  expect(clearAddress).toHaveBeenCalledOnce();
});

it('goes on with the link of before where the address holds none', () => {
  const kept = { site: 'old', key: 'old' };
  const clearAddress = vi.fn();
  expect(takeSiteLink({ fragment: '#top', kept, keep: vi.fn(), clearAddress })).toBe(kept);
  expect(clearAddress).not.toHaveBeenCalled();
});
