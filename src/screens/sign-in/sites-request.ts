/** Requests of the login page to the auth service, with failures as values: sites, and the hand-over. */
import { type AppError, isAppError } from '#protocol/app-error.ts';
import type { HandOverBody, SiteList } from '#protocol/auth/auth-service.ts';
import { serverText } from '#protocol/json-request.ts';
import type { AuthService } from '#session/auth-service.ts';

/** A server that rejects the request is distinguished from a network failure. */
export type SitesRequest =
  | { name: 'loading' }
  | { name: 'success'; sites: SiteList['sites']; managementAccess: boolean }
  | { name: 'unauthorized'; detail?: string }
  /** The tenant has no administrator yet. */
  | { name: 'no-administrator' }
  | { name: 'error'; status: number; detail?: string }
  | { name: 'unreachable' };

export type HandOver =
  | { name: 'done'; code: string }
  /** The user has signed out at the identity provider, here or elsewhere. */
  | { name: 'ended' }
  | { name: 'unauthorized'; detail?: string }
  | { name: 'failed'; text?: string };

const detailOf = (error: AppError) => {
  const detail = serverText(error);
  return detail === undefined ? {} : { detail };
};

/** Returns `ended` if the id token has ended. */
export async function requestSites(
  auth: Pick<AuthService, 'sites'>,
  idToken: string,
  signal: AbortSignal,
): Promise<SitesRequest | { name: 'ended' }> {
  try {
    const { sites, managementAccess } = await auth.sites(idToken, signal);
    return { name: 'success', sites, managementAccess };
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'sign-in-ended') return { name: 'ended' };
    if (error.code === 'unauthorized') return { name: 'unauthorized', ...detailOf(error) };
    if (error.code === 'no-administrator') return { name: 'no-administrator' };
    const { status } = error.detail;
    return status === undefined ? { name: 'unreachable' } : { name: 'error', status, ...detailOf(error) };
  }
}

export async function requestHandOver(
  auth: Pick<AuthService, 'handOver'>,
  idToken: string,
  body: HandOverBody,
): Promise<HandOver> {
  try {
    return { name: 'done', code: await auth.handOver(idToken, body) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'sign-in-ended') return { name: 'ended' };
    if (error.code === 'unauthorized') return { name: 'unauthorized', ...detailOf(error) };
    if (error.code === 'unreachable') return { name: 'failed' };
    return { name: 'failed', text: serverText(error) ?? error.message };
  }
}
