/** The input of a remote login; the user name is required. */
import type { ActionInput } from '#protocol/action-parameters.ts';

export type LoginForm = { username: string; password: string; domain: string };

/** Returns undefined if the user name is missing. The password keeps its spaces. */
export function readLogin(form: LoginForm): ActionInput<'login'> | undefined {
  const username = form.username.trim();
  const domain = form.domain.trim();
  if (username === '') return undefined;
  return {
    username,
    ...(form.password !== '' && { password: form.password }),
    ...(domain !== '' && { domain }),
  };
}
