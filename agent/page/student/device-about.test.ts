import { expect, it } from 'vitest';
import { systemName } from './device-about.ts';

it.each([
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', undefined, 'Chrome OS'],
  ['Mozilla/5.0 (Linux; Android 14)', undefined, 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64)', undefined, 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', undefined, 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64)', undefined, 'Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Chromium OS', 'Chromium OS'],
  ['something', undefined, 'Unknown'],
])('%s (%s) is %s', (userAgent, platform, name) => expect(systemName({ userAgent, platform })).toBe(name));
