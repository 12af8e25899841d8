/** Creates the app with a small build of its pages, and calls it by host name. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { type AuthFixture, createAuthFixture } from '#auth/fakes/auth-fixture.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';

export type AppFixture = AuthFixture & {
  /** The folder of the built Chrome extension, which does not exist. */
  extensionDir: string;
  get(host: string, url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
};

/** Status, code and message of an error document. */
export function refusalOf(answer: LightMyRequestResponse): { status: number; code: string; message: string } {
  const { code, message } = v.parse(errorDocumentSchema, answer.json());
  return { status: answer.statusCode, code, message };
}

export async function createAppFixture(): Promise<AppFixture> {
  const at = await createAuthFixture();
  const assets = join(at.distDir, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(
    join(at.distDir, 'index.html'),
    '<html><head><meta name="lectern-config-url" content="" /></head><body></body></html>',
  );
  await mkdir(join(at.distDir, 'student'));
  await writeFile(
    join(at.distDir, 'student/index.html'),
    '<html><head><title>Student</title></head><body></body></html>',
  );
  await writeFile(join(assets, 'app-1.js'), 'plain');
  await writeFile(join(assets, 'app-1.js.br'), 'brotli');
  await writeFile(join(at.distDir, 'service-worker.js'), 'worker');
  await writeFile(join(at.distDir, 'service-worker.js.map'), '{}');
  await writeFile(join(at.distDir, '.build-stamp'), 'hidden');
  return {
    ...at,
    extensionDir: join(at.distDir, '../extension'),
    get: (host, url, headers = {}) =>
      at.app.inject({ method: 'GET', url, headers: { host: `${host}:8080`, ...headers } }),
  };
}
