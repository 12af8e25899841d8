import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pictureQuery } from '#rest/media.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { EventPicture } from './event-picture.tsx';

afterEach(cleanup);

test('a picture is shown in large, from where it opens in a new tab', () => {
  const address = 'http://demo.localhost/v1/media/signed/m-1?key=k';
  const client = createQueryClient();
  client.setQueryData(pictureQuery('m-1').queryKey, address);
  render(
    <QueryClientProvider client={client}>
      <EventPicture mediaId="m-1" alt="Screen of Ada" />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Show in large: Screen of Ada' }));
  const link = screen.getByRole('link', { name: 'Open in a new tab' });
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    address,
    '_blank',
    'noopener noreferrer',
  ]);
});
