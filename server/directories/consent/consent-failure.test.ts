import { expect, it } from 'vitest';
import { consentFailure } from './consent-failure.ts';

it.each([
  [
    { name: 'refused', status: 401, reason: 'invalid_client', message: 'Unauthorized' },
    'whoever runs it renews GOOGLE_DIRECTORY_CLIENT_SECRET.',
  ],
  [{ name: 'client-refused' }, 'whoever runs it renews GOOGLE_DIRECTORY_CLIENT_SECRET.'],
  [
    { name: 'refused', status: 400, reason: 'invalid_grant', message: 'Bad Request' },
    'Google gave no access: Bad Request.',
  ],
  [{ name: 'rejected', message: '' }, 'Google gave no access: it was not said why.'],
] as const)('says what is to be done about %o', (why, text) => {
  expect(consentFailure('Google', why).message).toContain(text);
});
