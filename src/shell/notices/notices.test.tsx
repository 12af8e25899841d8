import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BrokerBanner } from './notices.tsx';

afterEach(cleanup);

test('a failed connection shows the broker’s own text', () => {
  render(
    <BrokerBanner
      connection={{
        name: 'reconnecting',
        attempt: 1,
        code: 'broker-timeout',
        message: 'Connection timeout to URL wss://broker',
        everConnected: true,
      }}
    />,
  );
  const banner = screen.getByRole('alert');
  expect(banner.textContent).toMatch(
    /^Broker connection error\..*Connection timeout to URL wss:\/\/broker\.$/,
  );
});

test('it names the hosts that the network has to let through, each once', () => {
  localStorage.setItem('REST_URL', 'https://demo.example');
  localStorage.setItem('MQTT_URL', 'wss://broker.example/mqtt');
  const connection = {
    name: 'reconnecting',
    attempt: 1,
    code: 'broker-timeout',
    message: 'Timeout',
  } as const;
  render(<BrokerBanner connection={{ ...connection, everConnected: true }} />);
  expect(screen.getByRole('alert').textContent).toContain(
    'Timeout. The domains are demo.example and broker.example. Lectern tries again by itself.',
  );
  localStorage.clear();
});

test('a worker of another version asks for a reload', () => {
  render(<BrokerBanner connection={{ name: 'outdated' }} />);
  expect(screen.getByRole('alert').textContent).toContain('Lectern was updated. Reload this page to go on.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
});

test('nothing is shown while all is well', () => {
  const { container } = render(<BrokerBanner connection={{ name: 'connected', since: 1 }} />);
  expect(container.childElementCount).toBe(0);
});
