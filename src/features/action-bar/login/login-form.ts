/** What a remote login needs: a user name. */
import type { ActionInput } from '#protocol/action-parameters.ts';

export type LoginForm = { username: string; password: string; domain: string };

/** Undefined while there is no user name. A password is taken as it is, with its spaces. */
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
