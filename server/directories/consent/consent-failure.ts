/** Reasons why the provider's window gave no consent, as messages for the administrator. */
import { AppError } from '#protocol/app-error.ts';
import type { DirectoryProblem } from '../directory.ts';
import { isClientRefused, type Refused } from '../provider/provider-http.ts';

export const notGiven = (why: string) => new AppError('conflict', why);

export const notSetUp = (provider: 'Google' | 'Microsoft') =>
  new AppError(
    'conflict',
    `This platform has no client id of ${provider}: whoever runs it sets ${provider.toUpperCase()}_DIRECTORY_CLIENT_ID and ${provider.toUpperCase()}_DIRECTORY_CLIENT_SECRET.`,
  );

export function consentFailure(provider: 'Google' | 'Microsoft', why: DirectoryProblem | Refused): AppError {
  switch (why.name) {
    case 'refused':
      if (isClientRefused(why)) return consentFailure(provider, { name: 'client-refused' });
      return consentFailure(provider, { name: 'rejected', message: why.message });
    case 'rejected':
      return notGiven(`${provider} gave no access: ${why.message || 'it was not said why'}.`);
    case 'throttled':
      return notGiven(`${provider} has too much to do: try again in ${why.seconds} seconds.`);
    case 'away':
      return notGiven(`${provider} does not answer. Try again in a few minutes.`);
    case 'consent-expired':
      return notGiven(`${provider} does not let the platform in.`);
    case 'client-refused':
      return notGiven(
        `${provider} does not take this platform’s secret any more: whoever runs it renews ${provider.toUpperCase()}_DIRECTORY_CLIENT_SECRET.`,
      );
    case 'gone':
    case 'unreadable':
      return notGiven(`${provider} gave an answer that cannot be read.`);
  }
}
