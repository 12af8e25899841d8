import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startLogin } from './login-app.tsx';

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

test('what came back from an identity provider stays neither in the address nor in the page', async () => {
  history.replaceState(null, '', '/redirect?state=s#id_token=e30.e30.x&state=s');
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'lectern-idp-response';
  block.textContent = '{"id_token":"e30.e30.x","state":"s"}';
  const root = document.createElement('div');
  document.body.append(block, root);
  await act(async () => startLogin(root));
  expect(root.textContent).toContain('was not started here');
  expect(document.documentElement.innerHTML).not.toContain('e30.e30.x');
  expect(location.href).toMatch(/\/redirect$/);
});
