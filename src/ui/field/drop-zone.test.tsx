import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DropZone } from './drop-zone.tsx';

function show() {
  const chosen: (readonly [names: string[], hasFolders: boolean])[] = [];
  render(
    <DropZone
      icon=""
      text="Drop it here"
      describedBy={undefined}
      isInvalid={false}
      onFiles={(files, hasFolders) => chosen.push([files.map(({ name }) => name), hasFolders])}
    />,
  );
  const zone = screen.getByText('Drop it here').closest('label');
  if (zone === null) throw new Error('there is no zone');
  return { zone, chosen };
}

const fileItem = (name: string, isDirectory = false) => ({
  kind: 'file',
  webkitGetAsEntry: () => ({ isDirectory }),
  getAsFile: () => new File(['x'], name),
});
const textItem = { kind: 'string' };

test('files that are dropped are chosen, folders are only said', () => {
  const { zone, chosen } = show();
  const dataTransfer = {
    types: ['Files'],
    items: [fileItem('a.png'), fileItem('homework', true), textItem],
  };
  expect(fireEvent.dragOver(zone, { dataTransfer })).toBe(false);
  expect(zone.hasAttribute('data-over')).toBe(true);
  expect(fireEvent.drop(zone, { dataTransfer })).toBe(false);
  expect(zone.hasAttribute('data-over')).toBe(false);
  expect(chosen).toEqual([[['a.png'], true]]);
});

test('text and links that are dropped take nothing away that was chosen', () => {
  const { zone, chosen } = show();
  const dataTransfer = { types: ['text/plain'], items: [textItem] };
  fireEvent.dragOver(zone, { dataTransfer });
  fireEvent.drop(zone, { dataTransfer });
  expect(zone.hasAttribute('data-over')).toBe(false);
  expect(chosen).toEqual([]);
});
