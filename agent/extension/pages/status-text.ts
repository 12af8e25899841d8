import type { StatusMessage } from '../links.ts';
import { m } from '../messages.ts';

export function statusText({ program, session }: StatusMessage): string {
  if (program === 'not-configured') return m.notConfigured;
  if (program === 'services-unreachable') return m.unreachable;
  if (program === 'starting') return m.connecting;
  return session === 'online' ? m.connected : m.connecting;
}
