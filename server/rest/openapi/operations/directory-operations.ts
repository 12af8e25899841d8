import * as v from 'valibot';
import { deviceAccessBodySchema, deviceAccessSchema, siteDeviceSchema } from '#protocol/rest/device.ts';
import { inventoryAnswerSchema, inventoryQuerySchema } from '#protocol/rest/device-inventory.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { reachabilitySchema } from '#protocol/rest/reachability.ts';
import { siteUserSchema, userSchema } from '#protocol/rest/user.ts';
import { GROUP_MAINTAINER, ON_SITE, type Operations } from '../operation.ts';
import { idSchema } from './answers.ts';

const { inventoryResults, softwareResults } = inventoryAnswerSchema.entries;

export const directoryOperations: Operations = {
  listUsers: {
    tag: 'People and devices',
    route: 'GET /v1/users',
    summary: 'List the users of the site',
    caller: GROUP_MAINTAINER,
    query: pageQuerySchema,
    answer: v.array(siteUserSchema),
  },
  readUser: {
    tag: 'People and devices',
    route: 'GET /v1/users/:id',
    summary: 'Read a user',
    caller: ON_SITE,
    answer: userSchema,
  },
  deleteUser: {
    tag: 'People and devices',
    route: 'DELETE /v1/users/:id',
    summary: 'Delete a user',
    caller: GROUP_MAINTAINER,
    answer: idSchema,
  },
  listDevices: {
    tag: 'People and devices',
    route: 'GET /v1/devices',
    summary: 'List the devices of the site',
    caller: GROUP_MAINTAINER,
    query: pageQuerySchema,
    answer: v.array(siteDeviceSchema),
  },
  readDevice: {
    tag: 'People and devices',
    route: 'GET /v1/devices/:id',
    summary: 'Read a device',
    caller: ON_SITE,
    answer: siteDeviceSchema,
  },
  deleteDevice: {
    tag: 'People and devices',
    route: 'DELETE /v1/devices/:id',
    summary: 'Delete a device and end its session',
    caller: GROUP_MAINTAINER,
    answer: idSchema,
  },
  setDeviceAccess: {
    tag: 'People and devices',
    route: 'PUT /v1/devices/:id/access',
    summary: 'Shut a device out, or let it in again',
    description:
      'A device that is shut out loses its secret and its session, and cannot log in until it is let in again. Then its agent enrols anew with the secret of the site.',
    caller: GROUP_MAINTAINER,
    body: deviceAccessBodySchema,
    answer: deviceAccessSchema,
  },
  readReachability: {
    tag: 'People and devices',
    route: 'GET /v1/devices/:id/reachability',
    summary: 'Read whether a device can be reached, and why not',
    caller: ON_SITE,
    answer: reachabilitySchema,
  },
  listInventory: {
    tag: 'People and devices',
    route: 'GET /v1/devices/inventory',
    summary: 'List the hardware and software of the devices of the site',
    description:
      'In pages by device id. `fields` and `ids` are lists with commas: which fields the records have, and of which devices they are.',
    caller: GROUP_MAINTAINER,
    query: inventoryQuerySchema,
    answer: v.array(
      v.object({
        id: v.string(),
        inventoryResults: v.optional(v.nullable(inventoryResults)),
        softwareResults: v.optional(v.nullable(softwareResults)),
        updated: v.optional(v.nullable(v.string())),
      }),
    ),
    conflict: 'The inventory is switched off in the settings of the site.',
  },
};
