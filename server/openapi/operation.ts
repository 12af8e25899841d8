/** How one route is described. The tables in `operations/` name every route that consoles, agents and operators call. */
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

/** The tokens that an operation accepts as a bearer. */
export type Token = 'access token' | 'refresh token' | 'id token' | 'metrics token';

export type Operation = {
  tag: Tag;
  /** As Fastify knows the route. */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  summary: string;
  description?: string;
  /** Who may call it, as a sentence. */
  caller?: string;
  /** The accepted tokens; none: the call needs no token. Left out: an access token. */
  tokens?: readonly Token[];
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /** Of the body. JSON where left out. */
  bodyType?: string;
  /** What a successful call answers. Left out: nothing that is JSON. */
  answer?: v.GenericSchema;
  /** Of the answer. JSON where left out. */
  answerType?: string;
  /** 200 where left out. */
  status?: number;
  /** When the call answers 409, as a sentence. */
  conflict?: string;
  /** True where the call needs no header `tenant-key`. */
  withoutTenant?: true;
};

/** The operations of one file, by their operation id. */
export type Operations = Readonly<Record<string, Operation>>;

export const ON_SITE = 'Tutors in a session of the site.';
export const GROUP_MAINTAINER = 'Tutors with the role groupMaintainer on the site.';
export const SUPER_ADMIN = 'Super admins, in a session of the admin realm.';
export const MANAGER = 'Tutors with management access, in a session of the admin realm.';

/** The platform reads a body that is left out as an empty object. */
export const isBodyOptional = (body: v.GenericSchema): boolean => v.is(body, undefined) || v.is(body, {});
