/** The items of the navigation as data. An item is added together with its screen, so that none is dead. */
import {
  mdiAccountOutline,
  mdiAccountSchoolOutline,
  mdiCalendarTextOutline,
  mdiCogOutline,
  mdiCommentQuoteOutline,
  mdiConnection,
  mdiForumOutline,
  mdiHelpCircleOutline,
  mdiMonitor,
  mdiOfficeBuildingOutline,
  mdiShieldCheckOutline,
  mdiSync,
  mdiViewDashboardOutline,
} from '@mdi/js';
import type { RoleFlags } from '#domain/people/roles.ts';
import { type RouteAccess, redirectFor } from '#domain/people/route-access.ts';
import { m } from '../messages.ts';

export type NavItem = {
  title: string;
  /** A title for the narrow rail, if the usual one is too long. */
  shortTitle?: string;
  icon: string;
  counter?: 'unread';
  access: RouteAccess;
  /** A route of the console, or an address that opens in a new tab. */
  target:
    | {
        to:
          | '/users'
          | '/clients'
          | '/rooms'
          | '/policies/catalogue'
          | '/events'
          | '/settings/groups'
          | '/admin/overview'
          | '/admin/sites/sites-tags'
          | '/admin/tutors'
          | '/admin/sync-jobs'
          | '/admin/integrations'
          | '/admin/changes'
          | '/feedback'
          | '/admin/feedback';
      }
    | { href: string };
};

const NAV_ITEMS: readonly NavItem[] = [
  {
    title: m.users,
    icon: mdiAccountOutline,
    access: { realm: 'console', anyOf: ['groupMaintainer'] },
    target: { to: '/users' },
  },
  {
    title: m.devices,
    icon: mdiMonitor,
    access: { realm: 'console', anyOf: ['groupMaintainer'] },
    target: { to: '/clients' },
  },
  {
    title: m.chatRooms,
    shortTitle: m.chat,
    icon: mdiForumOutline,
    counter: 'unread',
    access: { realm: 'console' },
    target: { to: '/rooms' },
  },
  {
    title: m.events,
    icon: mdiCalendarTextOutline,
    access: { realm: 'console', anyOf: ['eventViewer', 'siteLogViewer'] },
    target: { to: '/events' },
  },
  {
    title: m.policies,
    icon: mdiShieldCheckOutline,
    access: { realm: 'console' },
    target: { to: '/policies/catalogue' },
  },
  {
    title: m.settings,
    icon: mdiCogOutline,
    access: { realm: 'console' },
    target: { to: '/settings/groups' },
  },
  {
    title: m.overview,
    icon: mdiViewDashboardOutline,
    access: { realm: 'admin' },
    target: { to: '/admin/overview' },
  },
  {
    title: m.sites,
    icon: mdiOfficeBuildingOutline,
    access: { realm: 'admin' },
    target: { to: '/admin/sites/sites-tags' },
  },
  {
    title: m.tutors,
    icon: mdiAccountSchoolOutline,
    access: { realm: 'admin' },
    target: { to: '/admin/tutors' },
  },
  {
    title: m.integrations,
    icon: mdiConnection,
    access: { realm: 'admin', anyOf: ['superAdmin'] },
    target: { to: '/admin/integrations' },
  },
  {
    title: m.syncJobs,
    icon: mdiSync,
    access: { realm: 'admin', anyOf: ['superAdmin'] },
    target: { to: '/admin/sync-jobs' },
  },
  {
    title: m.changes,
    icon: mdiCalendarTextOutline,
    access: { realm: 'admin', anyOf: ['superAdmin'] },
    target: { to: '/admin/changes' },
  },
  {
    title: m.help,
    icon: mdiHelpCircleOutline,
    access: { realm: 'console' },
    target: { href: '/docs/index.html#/' },
  },
  {
    title: m.help,
    icon: mdiHelpCircleOutline,
    access: { realm: 'admin' },
    target: { href: '/docs/index.html#/' },
  },
  {
    title: m.submitFeedback,
    shortTitle: m.feedback,
    icon: mdiCommentQuoteOutline,
    access: { realm: 'console' },
    target: { to: '/feedback' },
  },
  {
    title: m.submitFeedback,
    shortTitle: m.feedback,
    icon: mdiCommentQuoteOutline,
    access: { realm: 'admin' },
    target: { to: '/admin/feedback' },
  },
];

/** The items that this session may open, by the same rule that guards the routes. */
export const itemsFor = (session: { realm: 'console' | 'admin'; roles: RoleFlags }): NavItem[] =>
  NAV_ITEMS.filter((item) => redirectFor(item.access, session) === undefined);
