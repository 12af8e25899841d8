import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DataTable } from './data-table.tsx';

afterEach(cleanup);

function Rooms(props: { rooms: readonly string[]; isAsking?: boolean }) {
  return (
    <>
      <DataTable caption="Rooms" columns={['Name', 'Actions']} hasActions>
        {props.rooms.map((room) => (
          <tr key={room}>
            <td>{room}</td>
            <td>
              <button type="button">Remove {room}</button>
            </td>
          </tr>
        ))}
      </DataTable>
      {props.isAsking ? <button type="button">Really?</button> : null}
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const table = () => screen.getByRole('region', { name: 'Rooms' });

test('a row that goes with the focus leaves it to the table', () => {
  const { rerender } = render(<Rooms rooms={['Attic', 'Lab']} />);
  button('Remove Lab').focus();
  rerender(<Rooms rooms={['Attic']} />);
  expect(document.activeElement).toBe(table());
});

test('so does one that went while a question of it had the focus', () => {
  const { rerender } = render(<Rooms rooms={['Attic', 'Lab']} isAsking />);
  button('Remove Lab').focus();
  button('Really?').focus();
  rerender(<Rooms rooms={['Attic']} isAsking />);
  expect(document.activeElement).toBe(button('Really?'));
  rerender(<Rooms rooms={['Attic']} />);
  expect(document.activeElement).toBe(table());
});

test('the focus stays where it is when another row goes, and is not taken from where a person has put it', () => {
  const { rerender } = render(<Rooms rooms={['Attic', 'Lab']} />);
  button('Remove Attic').focus();
  rerender(<Rooms rooms={['Attic']} />);
  expect(document.activeElement).toBe(button('Remove Attic'));
  button('Remove Attic').blur();
  rerender(<Rooms rooms={['Attic', 'Cellar']} />);
  expect(document.activeElement).toBe(document.body);
});
