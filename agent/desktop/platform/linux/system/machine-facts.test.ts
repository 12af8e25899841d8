import { expect, it } from 'vitest';
import { fullName, osName } from './machine-facts.ts';

it('reads the name of the system', () => {
  expect(osName('ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')).toBe(
    'Debian GNU/Linux 12 (bookworm)',
  );
  expect(osName('ID=other\n')).toBe('Linux');
});

it('reads the name of the person, and the account where there is none', () => {
  const accounts =
    'root:x:0:0:root:/root:/bin/sh\nmia:x:1000:1000:Mia Berg,,,:/home/mia:/bin/bash\nlee:x:1001:1001::/home/lee:/bin/sh';
  expect(fullName(accounts, 'mia')).toBe('Mia Berg');
  expect(fullName(accounts, 'lee')).toBe('lee');
  expect(fullName(accounts, 'ann')).toBe('ann');
});
