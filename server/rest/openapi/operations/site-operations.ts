/** Resources of a site besides its lists: settings, media, the own account, wake targets. */
import * as v from 'valibot';
import { renderFailureBodySchema, renderFailureReceiptSchema } from '#protocol/render-failure.ts';
import { feedbackBodySchema, feedbackReceiptSchema } from '#protocol/rest/feedback.ts';
import { groupMediaConfirmSchema, groupMediaDeleteSchema } from '#protocol/rest/group-media.ts';
import { mediaDownloadSchema } from '#protocol/rest/media.ts';
import { pageLinkSchema } from '#protocol/rest/page-link.ts';
import { siteSettingsBodySchema, siteSettingsSchema } from '#protocol/rest/site-settings.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { tutorSchema, tutorSelfBodySchema } from '#protocol/rest/tutor.ts';
import { wakeTargetListSchema } from '#protocol/rest/wake-targets.ts';
import { sealSchema } from '../../../media/upload-policy.ts';
import { backgroundQuerySchema } from '../../groups/group-backgrounds.ts';
import { wakeTargetsQuerySchema } from '../../runner-routes.ts';
import { signedPictureQuerySchema } from '../../signed-pictures.ts';
import { certificateQuerySchema } from '../../vnc-certificate.ts';
import { GROUP_MAINTAINER, ON_SITE, type Operation, type Operations } from '../operation.ts';

const PAGE_LINK = 'Tutors who manage the site, in a session of the admin realm.';
const TUTOR = 'Tutors, in a session of a site or of the admin realm.';

const deleteBackground = (method: 'DELETE' | 'POST', description: string): Operation => ({
  tag: 'Media',
  route: `${method} /v1/group-media/delete/:id`,
  summary: 'Delete the background image of a group',
  description,
  caller: GROUP_MAINTAINER,
  body: groupMediaDeleteSchema,
  answer: groupMediaDeleteSchema,
});

export const siteOperations: Operations = {
  readSiteSettings: {
    tag: 'Site settings',
    route: 'GET /v1/site-settings/clients',
    summary: 'Read the settings for all devices of the site',
    caller: ON_SITE,
    answer: siteSettingsSchema,
  },
  updateSiteSettings: {
    tag: 'Site settings',
    route: 'PUT /v1/site-settings/clients',
    summary: 'Change the settings for all devices of the site',
    description: 'The settings that the body names are replaced; the others stay.',
    caller: GROUP_MAINTAINER,
    body: siteSettingsBodySchema,
    answer: siteSettingsSchema,
  },
  readPageLink: {
    tag: 'Site settings',
    route: 'GET /v1/sites/:id/page-link',
    summary: 'Read the key of the student page of a site',
    caller: PAGE_LINK,
    answer: pageLinkSchema,
  },
  renewPageLink: {
    tag: 'Site settings',
    route: 'POST /v1/sites/:id/page-link',
    summary: 'Replace the key of the student page of a site',
    description: 'The former link opens nothing any more, and pages that were opened by it are signed out.',
    caller: PAGE_LINK,
    answer: pageLinkSchema,
  },
  readStunCredentials: {
    tag: 'Site settings',
    route: 'GET /v1/stun/creds',
    summary: 'Read ICE servers with credentials that are valid for a limited time',
    caller: 'Tutors and devices.',
    answer: stunCredentialsSchema,
  },
  listWakeTargets: {
    tag: 'Site settings',
    route: 'GET /v1/site-runners/self/wake-targets',
    summary: 'List the addresses by which devices are woken',
    description:
      'The query names either `deviceIds`, a list with commas, or `groupId`. `tutorId` is the tutor who asked for the wake; devices that the tutor may not reach are left out.',
    caller: 'Site runners.',
    query: wakeTargetsQuerySchema,
    answer: wakeTargetListSchema,
    conflict: 'Waking is switched off in the settings of the site.',
  },
  readRemoteControlCertificate: {
    tag: 'Site settings',
    route: 'GET /v1/vnc/ca',
    summary: 'Download the certificate for remote control',
    tokens: [],
    withoutTenant: true,
    query: certificateQuerySchema,
    answerType: 'application/x-pem-file',
  },
  readExtensionUpdates: {
    tag: 'Site settings',
    route: 'GET /extension/update.xml',
    summary: 'Read the newest version of the Chrome extension and its address',
    description: 'On the host of a console. The document has the format that Chrome requests for updates.',
    tokens: [],
    withoutTenant: true,
    answerType: 'text/xml',
  },
  readExtension: {
    tag: 'Site settings',
    route: 'GET /extension/:file',
    summary: 'Download the Chrome extension',
    description:
      'On the host of a console. `file` is the id of the extension with `.crx`, or with `.zip` for the files that Chrome loads unpacked. With the current version as `v`, the answer may be cached for a year.',
    tokens: [],
    withoutTenant: true,
    query: v.object({ v: v.optional(v.string()) }),
    answerType: 'application/x-chrome-extension',
  },
  readPictureAddress: {
    tag: 'Media',
    route: 'GET /v1/media/download/:id',
    summary: 'Get a temporary address of a picture of an alert',
    caller: ON_SITE,
    answer: mediaDownloadSchema,
  },
  readPicture: {
    tag: 'Media',
    route: 'GET /v1/media/pictures/:tenant/:id',
    summary: 'Download a picture of an alert by its temporary address',
    tokens: [],
    withoutTenant: true,
    query: signedPictureQuerySchema,
    answerType: 'image/jpeg',
  },
  readBackground: {
    tag: 'Media',
    route: 'GET /v1/media/backgrounds/:tenant',
    summary: 'Download the background image of a group by its temporary address',
    tokens: [],
    withoutTenant: true,
    query: backgroundQuerySchema,
    answerType: 'image/*',
  },
  beginBackgroundUpload: {
    tag: 'Media',
    route: 'POST /v1/group-media/upload/:id',
    summary: 'Get a form that uploads a background image',
    description:
      'The file is posted to `url` as multipart/form-data: all of `fields` first, then the file as `file`. It has at most 5 MiB, and the form is valid for ten minutes.',
    caller: GROUP_MAINTAINER,
    answer: v.object({ url: v.string(), fields: v.record(v.string(), v.string()), objectKey: v.string() }),
  },
  uploadFile: {
    tag: 'Media',
    route: 'POST /v1/media/uploads',
    summary: 'Upload a file with a form that the platform has signed',
    tokens: [],
    withoutTenant: true,
    query: sealSchema,
    body: v.looseObject({ key: v.string(), file: v.string() }),
    bodyType: 'multipart/form-data',
    status: 204,
  },
  confirmBackground: {
    tag: 'Media',
    route: 'POST /v1/group-media/confirm/:id',
    summary: 'Use an uploaded file as the background image of a group',
    description: 'With `action: "delete"` the image is deleted instead.',
    caller: GROUP_MAINTAINER,
    body: groupMediaConfirmSchema,
    answer: v.object({ backgroundImageUrl: v.optional(v.string()), backgroundImageKey: v.string() }),
  },
  deleteBackground: deleteBackground('DELETE', 'An image that is gone already counts as deleted.'),
  deleteBackgroundByPost: deleteBackground('POST', 'For networks that let only some methods through.'),
  readSelf: {
    tag: 'Own account',
    route: 'GET /v1/tutors/self',
    summary: 'Read the tutor who calls',
    caller: TUTOR,
    answer: tutorSchema,
  },
  updateSelf: {
    tag: 'Own account',
    route: 'PUT /v1/tutors/self',
    summary: 'Change the preferences of the tutor who calls',
    description: 'The body may be the whole tutor; only `preferences` is stored.',
    caller: TUTOR,
    body: tutorSelfBodySchema,
    answer: tutorSchema,
  },
  sendFeedback: {
    tag: 'Own account',
    route: 'POST /v1/feedback',
    summary: 'Send a report to the operator',
    caller: TUTOR,
    body: feedbackBodySchema,
    answer: feedbackReceiptSchema,
  },
  reportRenderFailure: {
    tag: 'Own account',
    route: 'POST /v1/render-failures',
    summary: 'Report a part of a page that could not be shown',
    description:
      'Consoles send it by themselves. It names no person, device, group or page; a tutor may send 20 at once, and one a minute.',
    caller: TUTOR,
    body: renderFailureBodySchema,
    answer: renderFailureReceiptSchema,
  },
};
