import { expect, test } from 'vitest';
import { readLogin } from './login-form.ts';

test.each([
  [{ username: '', password: 'x', domain: 'y' }, undefined],
  [{ username: '  ', password: '', domain: '' }, undefined],
  [{ username: ' ada ', password: '', domain: '' }, { username: 'ada' }],
  [
    { username: 'ada', password: ' secret ', domain: ' school ' },
    { username: 'ada', password: ' secret ', domain: 'school' },
  ],
])('%j', (form, credentials) => expect(readLogin(form)).toEqual(credentials));
