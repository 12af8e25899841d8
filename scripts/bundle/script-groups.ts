/**
 * Assigns each module of the build to a script. By default the bundler makes one script for each set of
 * modules with the same importers: 77 scripts were loaded before the shell, each in a request, and small
 * scripts compress badly.
 *
 * A group holds modules that certain pages load before they draw anything. A module belongs to the first
 * group whose condition it meets. It imports only from that group or an earlier one, because a page loads all
 * imports of its modules. (The bundler also adds to a group all imports of its modules.)
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { isIconModule } from './icon-modules.ts';

/** Entry points, loaded by the browser or by `import()`. */
const PAGES = {
  start: 'src/main.tsx',
  console: 'src/console-app.tsx',
  login: 'src/login-app.tsx',
  student: 'agent/page/main.tsx',
  group: 'src/screens/group/group-screen.tsx',
  device: 'src/screens/device/device-screen.tsx',
  groups: 'src/screens/groups/groups-screen.tsx',
  sites: 'src/screens/admin/sites/sites-screen.tsx',
  feedback: 'src/screens/feedback/feedback-screen.tsx',
} as const;
export type Page = keyof typeof PAGES;

/** Pages with a list or a form. Modules that they share with the group's screen get a script of their own. */
const SMALL_PAGES = ['groups', 'sites', 'feedback'] as const satisfies readonly Page[];

export type ModuleGraph = {
  importsOf(id: string): readonly string[];
  /** The modules that a module loads by `import()`. */
  lazyImportsOf(id: string): readonly string[];
};

type Loads = (page: Page | 'elsewhere', id: string) => boolean;

/** `elsewhere`: all that the shell opens besides, such as other screens and the layers above every screen. */
const GROUPS = {
  // The first script runs without React and waits only for these two groups.
  protocol: (on, id) => on('start', id) && on('student', id),
  start: (on, id) => on('start', id),
  react: (on, id) => on('console', id) && on('student', id),
  devices: (on, id) => on('group', id) && on('student', id),
  parts: (on, id) => on('login', id) && (on('console', id) || on('group', id)),
  console: (on, id) => on('console', id),
  icons: (on, id) => isIconModule(id) && !on('student', id) && !on('login', id),
  lists: (on, id) => on('group', id) && SMALL_PAGES.some((page) => on(page, id)),
  // Most sessions begin with a group's screen, which has more parts than all other screens.
  screens: (on, id) => on('group', id) && on('elsewhere', id),
  live: (on, id) => on('group', id) && on('device', id),
} satisfies Record<string, (on: Loads, id: string) => boolean>;
export type GroupName = keyof typeof GROUPS;

const groupNames = Object.keys(GROUPS) as GroupName[];

/** Undefined where the bundler decides. Entry points get no group: other modules load them by name. */
export function groupFinder(pages: Record<Page, string>, graph: ModuleGraph) {
  const entries = new Set(Object.values(pages));
  const loaded = new Map<string, Set<string>>(
    Object.entries(pages).map(([page, id]) => [page, closureOf([id], graph)]),
  );
  const shell = closureOf([pages.start, pages.console], graph);
  const elsewhere = [...shell].flatMap(graph.lazyImportsOf).filter((id) => !entries.has(id));
  loaded.set('elsewhere', closureOf(elsewhere, graph));
  const on: Loads = (page, id) => loaded.get(page)?.has(id) ?? false;
  return (id: string): GroupName | undefined =>
    entries.has(id) ? undefined : groupNames.find((name) => GROUPS[name](on, id));
}

/** The modules and all their direct and indirect imports. */
function closureOf(ids: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of graph.importsOf(id)) found.add(imported);
  return found;
}

export type CodeSplittingGroup = {
  name: string;
  test(id: string): boolean;
  priority: number;
  minShareCount?: number;
};

/** The plugin reads the import graph at the end of the build. Then `groups` use it to answer the bundler. */
export function scriptGroups(root: string): { plugin: Plugin; groups: CodeSplittingGroup[] } {
  let groupOf: (id: string) => GroupName | undefined = () => undefined;
  const pages = Object.fromEntries(
    Object.entries(PAGES).map(([page, file]) => [page, join(root, file)]),
  ) as Record<Page, string>;
  return {
    plugin: {
      name: 'lectern-script-groups',
      apply: 'build',
      buildEnd(error) {
        if (error) return;
        for (const id of Object.values(pages))
          if (!this.getModuleInfo(id)) this.error(`the build has no ${id}, which script-groups.ts names`);
        groupOf = groupFinder(pages, {
          importsOf: (id) => this.getModuleInfo(id)?.importedIds ?? [],
          lazyImportsOf: (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
        });
      },
    },
    groups: groupNames.map((name, i) => ({
      name,
      test: (id) => groupOf(id) === name,
      priority: groupNames.length - i,
      // An icon that only one part uses is bundled with that part.
      ...(name === 'icons' ? { minShareCount: 2 } : {}),
    })),
  };
}
