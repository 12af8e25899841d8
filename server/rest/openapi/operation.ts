/** Describes a route. The tables in `operations/` name every route for consoles, agents and operators. */
import * as v from 'valibot';

export const TAGS = {
  Sessions:
    'Sign-in, renewal and end of sessions. AUTH_URL of the tenant configuration is the address of /auth.',
  Enrolment: 'How devices, student pages and site runners get their tokens.',
  Groups: 'Groups of students or devices, and who may see them.',
  'People and devices': 'The directory of a site, and what its devices report.',
  Policies: 'Policies, and what they are applied to.',
  'Chat rooms': 'Chat rooms and their history. New messages are sent through the broker.',
  Events: 'What happened on devices, what tutors did and what they changed.',
  'Site settings': 'Settings for all devices of a site, and what devices and site runners need.',
  Media: 'Pictures of reports, and background images of groups.',
  'Own account': 'The tutor who calls, and their reports to the operator.',
  'Sites and tags': 'The sites of a tenant, their tags and their secrets. For administrators.',
  'Tutors and roles': 'The tutors of a tenant, invitations and roles. For administrators.',
  Directories: 'Connections to the directories of a school, and imports from them.',
  'Site runners': 'Site runners, which wake the machines of a site. For administrators.',
  Operation: 'For the operator: health, metrics and this document.',
} as const;
export type Tag = keyof typeof TAGS;

/** The tokens that an operation accepts as a bearer token. */
export type Token = 'access token' | 'refresh token' | 'id token' | 'metrics token';

export type Operation = {
  tag: Tag;
  /** The route's path in Fastify's syntax. */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  summary: string;
  description?: string;
  /** A sentence that names the permitted callers. */
  caller?: string;
  /** The accepted tokens; default: an access token. An empty list means that no token is needed. */
  tokens?: readonly Token[];
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /** Media type of the body; default: JSON. */
  bodyType?: string;
  /** Schema of a successful response; default: no JSON body. */
  answer?: v.GenericSchema;
  /** Media type of the response; default: JSON. */
  answerType?: string;
  /** Default: 200. */
  status?: number;
  /** A sentence that explains when the call responds with 409. */
  conflict?: string;
  /** True if the call needs no header `tenant-key`. */
  withoutTenant?: true;
};

/** The operations of one file, by their operation id. */
export type Operations = Readonly<Record<string, Operation>>;

export const ON_SITE = 'Tutors in a session of the site.';
export const GROUP_MAINTAINER = 'Tutors with the role groupMaintainer on the site.';
export const SUPER_ADMIN = 'Super admins, in a session of the admin realm.';
export const MANAGER = 'Tutors with management access, in a session of the admin realm.';

/** The platform parses a missing body as an empty object. */
export const isBodyOptional = (body: v.GenericSchema): boolean => v.is(body, undefined) || v.is(body, {});
