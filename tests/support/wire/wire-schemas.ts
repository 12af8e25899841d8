/** Every schema of what crosses between console, devices, runners and platform, by the name that its page uses. */
import type * as v from 'valibot';
import { actionSchema, replySchema } from '#protocol/action.ts';
import { ACTION_NAMES, ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import { accessTokenClaimsSchema } from '#protocol/auth/access-token.ts';
import {
  deviceLoginSchema,
  deviceSiteBodySchema,
  deviceSiteSchema,
  deviceTokensSchema,
  runnerLoginSchema,
  runnerTokensSchema,
} from '#protocol/auth/auth-service.ts';
import { clientOrdersSchema, groupOrdersSchema } from '#protocol/class-orders.ts';
import { clientPoliciesSchema } from '#protocol/client-policies.ts';
import { demandSchema, thumbnailParametersSchema, tutorLastWillSchema } from '#protocol/demand.ts';
import { deviceEventSchema } from '#protocol/device-event.ts';
import {
  applicationsSchema,
  clientGroupsSchema,
  helloSchema,
  infoSchema,
  lastWillSchema,
  presenceSchema,
  statusesSchema,
  tabsSchema,
  thumbnailPropertiesSchema,
} from '#protocol/feedback.ts';
import { notificationSchema } from '#protocol/notification.ts';
import { wakeTargetSchema } from '#protocol/rest/wake-targets.ts';
import { roomMessageSchema, roomSendSchema, roomStatusSchema } from '#protocol/room.ts';
import { stopScreenSharesSchema } from '#protocol/stop-screen-shares.ts';

const parameters = ACTION_NAMES.map((name) => [`action ${name}`, ACTION_PARAMETERS[name]] as const);

export const WIRE_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  'device login': deviceLoginSchema,
  'device tokens': deviceTokensSchema,
  'device site body': deviceSiteBodySchema,
  'device site': deviceSiteSchema,
  'runner login': runnerLoginSchema,
  'runner tokens': runnerTokensSchema,
  'token claims': accessTokenClaimsSchema,
  groups: clientGroupsSchema,
  policies: clientPoliciesSchema,
  orders: clientOrdersSchema,
  'group orders': groupOrdersSchema,
  presence: presenceSchema,
  'last will': lastWillSchema,
  'tutor last will': tutorLastWillSchema,
  demand: demandSchema,
  'thumbnails parameters': thumbnailParametersSchema,
  'feedback hello': helloSchema,
  'feedback info': infoSchema,
  'feedback tabs': tabsSchema,
  'feedback applications': applicationsSchema,
  'feedback statuses': statusesSchema,
  thumbnail: thumbnailPropertiesSchema,
  event: deviceEventSchema,
  action: actionSchema,
  reply: replySchema,
  ...Object.fromEntries(parameters),
  'wake target': wakeTargetSchema,
  'stop screen shares': stopScreenSharesSchema,
  'room send-message': roomSendSchema,
  'room messages': roomMessageSchema,
  'room status': roomStatusSchema,
  notification: notificationSchema,
};
