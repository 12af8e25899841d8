/** Links of the overview. */
import type { LinkProps } from '@tanstack/react-router';
import type { GuideStep } from '#protocol/rest/admin/overview.ts';

export type AdminLink = { title: string; to: NonNullable<LinkProps['to']> };

const SITES: AdminLink = { title: 'Sites', to: '/admin/sites/sites-tags' };

const DEPLOYMENT: AdminLink = { title: 'Deployment', to: '/admin/sites/sites-installer' };
const DIRECTORIES: AdminLink = { title: 'Integrations', to: '/admin/integrations' };
const RUNNERS: AdminLink = { title: 'Site Runners', to: '/admin/sites/site-runners' };
const TUTORS: AdminLink = { title: 'Tutors', to: '/admin/tutors' };
const SYNCS: AdminLink = { title: 'Sync Jobs', to: '/admin/sync-jobs' };

/** The screens for each step. */
export const STEP_LINKS: Readonly<Record<GuideStep, readonly AdminLink[]>> = {
  site: [SITES],
  directory: [DIRECTORIES],
  tutors: [TUTORS, SYNCS],
  devices: [DEPLOYMENT],
  runner: [RUNNERS],
};

type Figure = 'sites' | 'devices' | 'tutors' | 'directories' | 'syncs' | 'runners';
/** The screen that lists everything a card counts. */
export const FIGURE_LINKS: Readonly<Partial<Record<Figure, AdminLink>>> = {
  sites: SITES,
  devices: SITES,
  tutors: TUTORS,
  directories: DIRECTORIES,
  syncs: SYNCS,
  runners: RUNNERS,
};
