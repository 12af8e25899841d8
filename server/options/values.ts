/** Parsers that several options share: numbers, URLs, secrets. */
import { parseEncryptionKey } from '#auth/secrets/encryption-key.ts';
import type { LogFormat } from '#base/terminal-lines.ts';
import { BadOption } from './bad-option.ts';

/** The text of a flag or variable; undefined if it is not set. */
export type ReadOption = (name: string) => string | undefined;

export const dataFolder = (read: ReadOption): string => read('LECTERN_DATA') ?? '.data';

export function integer<Preset extends number | undefined>(
  read: ReadOption,
  name: string,
  { preset, min, max }: { preset: Preset; min: number; max: number },
): number | Preset {
  const text = read(name);
  if (text === undefined) return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new BadOption(`${name} must be a whole number from ${min} to ${max}, not “${text}”.`);
  }
  return value;
}

/** A URL without its trailing slash. Errors do not repeat the value, because it may contain a password. */
export function url(read: ReadOption, name: string, protocols: readonly string[]): string | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new BadOption(`${name} must be an address that begins with ${protocols.join(' or ')}`);
  }
  return text.replace(/\/$/, '');
}

/** Errors do not repeat the value. */
export function bearerText(read: ReadOption, name: string): string | undefined {
  const text = read(name);
  if (text !== undefined && !/^[\x21-\x7e]{16,200}$/.test(text)) {
    throw new BadOption(
      `${name} must be 16 to 200 characters without spaces, such as openssl rand -hex 24 prints.`,
    );
  }
  return text;
}

/** Errors do not repeat the value. */
export function encryptionKey(text: string | undefined): Buffer | undefined {
  const key = text === undefined ? undefined : parseEncryptionKey(text);
  if (text !== undefined && key === undefined) {
    throw new BadOption(
      'LECTERN_KEY must be 32 random bytes in base64 or hexadecimal digits, such as openssl rand -base64 32 prints.',
    );
  }
  return key;
}

export function logFormat(text: string): LogFormat {
  if (text === 'text' || text === 'json') return text;
  throw new BadOption(`LOG_FORMAT must be text or json, not “${text}”.`);
}
