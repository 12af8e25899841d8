import { expect, it } from 'vitest';
import { installerArguments, policyJson } from '#protocol/deployment.ts';
import type { ClassFile } from './class-file.ts';
import { deployedClass } from './deployed-class.ts';

const file: ClassFile = {
  tenant: 'demo',
  siteId: 'riverside',
  secret: 'before',
  pageKey: 'page-before',
  devices: [],
  runner: { secret: 'runner' },
};
const deployment = {
  tenantKey: 'acme',
  siteId: 'north',
  configUrl: 'http://config.localhost',
  secret: 'of-the-north',
};

it.each([
  ['policy', policyJson(deployment)],
  ['arguments', installerArguments(deployment)],
])('enrols where the %s says, and leaves the runner behind', (_form, text) => {
  expect(deployedClass(file, text)).toEqual({
    tenant: 'acme',
    siteId: 'north',
    secret: 'of-the-north',
    pageKey: '',
    devices: [],
  });
});

it('does not begin without a token', () => {
  const { secret: _, ...open } = deployment;
  expect(() => deployedClass(file, policyJson(open))).toThrow('no token');
});
