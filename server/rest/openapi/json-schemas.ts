/** Converts the valibot schemas of bodies and responses to JSON Schema. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { deviceTokensSchema, runnerTokensSchema, tokensSchema } from '#protocol/auth/auth-service.ts';
import { siteRunnerSchema } from '#protocol/rest/admin/site-runner.ts';
import { deviceSchema, siteDeviceSchema } from '#protocol/rest/device.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { resourceLogSchema, tutorActionLogSchema } from '#protocol/rest/event-log.ts';
import { groupSchema } from '#protocol/rest/group.ts';
import { groupMemberSchema } from '#protocol/rest/group-member.ts';
import { integrationSchema } from '#protocol/rest/integration.ts';
import { liveRoomSchema, roomMemberSchema, roomMembersSchema } from '#protocol/rest/live-room.ts';
import {
  appliedPolicySchema,
  memberPolicySchema,
  placedPolicySchema,
  policyApplicationsBodySchema,
  policyBodySchema,
  policySchema,
} from '#protocol/rest/policy.ts';
import { roleLinkSchema, roleSchema } from '#protocol/rest/role.ts';
import { siteSchema, tagSchema } from '#protocol/rest/site.ts';
import { siteSettingsSchema } from '#protocol/rest/site-settings.ts';
import {
  syncJobBodySchema,
  syncJobSchema,
  syncPreviewSchema,
  syncRunSchema,
} from '#protocol/rest/sync-job.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { siteUserSchema, userSchema } from '#protocol/rest/user.ts';
import { userLogSchema } from '#protocol/rest/user-log.ts';
import { roomMessageSchema } from '#protocol/room.ts';

/** Schemas with a name. They occur once in the document, and generated clients have a type for each. */
const NAMED: Readonly<Record<string, v.GenericSchema>> = {
  AppliedPolicy: appliedPolicySchema,
  Device: deviceSchema,
  DeviceTokens: deviceTokensSchema,
  Error: errorDocumentSchema,
  Group: groupSchema,
  GroupMember: groupMemberSchema,
  Integration: integrationSchema,
  MemberPolicy: memberPolicySchema,
  PlacedPolicy: placedPolicySchema,
  Policy: policySchema,
  PolicyApplications: policyApplicationsBodySchema,
  PolicyBody: policyBodySchema,
  ResourceLog: resourceLogSchema,
  Role: roleSchema,
  RoleLink: roleLinkSchema,
  Room: liveRoomSchema,
  RoomMember: roomMemberSchema,
  RoomMembers: roomMembersSchema,
  RoomMessage: roomMessageSchema,
  RunnerTokens: runnerTokensSchema,
  Site: siteSchema,
  SiteDevice: siteDeviceSchema,
  SiteRunner: siteRunnerSchema,
  SiteSettings: siteSettingsSchema,
  SiteUser: siteUserSchema,
  SyncJob: syncJobSchema,
  SyncJobBody: syncJobBodySchema,
  SyncPreview: syncPreviewSchema,
  SyncRun: syncRunSchema,
  Tag: tagSchema,
  Tokens: tokensSchema,
  Tutor: tutorSchema,
  TutorActionLog: tutorActionLogSchema,
  User: userSchema,
  UserLog: userLogSchema,
};

export type JsonSchema = ReturnType<typeof toJsonSchema>;

const CONFIG = {
  target: 'draft-2020-12',
  // The format on the wire, before the parser fills in defaults.
  typeMode: 'input',
  // Checks and transformations have no equivalent in JSON Schema.
  errorMode: 'ignore',
} as const;

const refTo = (name: string) => `#/components/schemas/${name}`;
const NAMES = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

export const namedJsonSchemas = (): Record<string, JsonSchema> =>
  toJsonSchemaDefs(NAMED, { ...CONFIG, overrideRef: ({ referenceId }) => refTo(referenceId) });

/** The JSON Schema of a body, query or response, with references to the named schemas. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const {
    $schema: _dialect,
    $defs: _defs,
    ...own
  } = toJsonSchema(schema, {
    ...CONFIG,
    // With the option `definitions` the library would convert all named schemas at every call.
    overrideSchema({ valibotSchema }) {
      const name = NAMES.get(valibotSchema as v.GenericSchema);
      return name === undefined ? undefined : { $ref: refTo(name) };
    },
  });
  return own;
}
