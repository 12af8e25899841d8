import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupFinder, type ModuleGraph } from './script-groups.ts';

const pages = {
  start: 'start',
  console: 'console',
  login: 'login',
  student: 'student',
  group: 'group',
  device: 'device',
  groups: 'groups',
  sites: 'sites',
  feedback: 'feedback-screen',
} as const;

type Imports = Record<string, readonly string[]>;

const graphOf = (imports: Imports, lazyImports: Imports = {}): ModuleGraph => ({
  importsOf: (id) => imports[id] ?? [],
  lazyImportsOf: (id) => lazyImports[id] ?? [],
});

function withImports(ids: readonly string[], imports: Imports): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of imports[id] ?? []) found.add(imported);
  return found;
}

test('a module is with what is always loaded beside it', () => {
  const groupOf = groupFinder(
    pages,
    graphOf(
      {
        start: ['session', 'schema'],
        console: ['react', 'router', 'session'],
        login: ['react', 'button', 'schema'],
        student: ['react', 'schema', 'feedback'],
        router: ['button'],
        group: ['react', 'feedback', 'card', 'list-page', 'selection', 'alerts'],
        device: ['card'],
        groups: ['list-page'],
        users: ['list-page', 'selection'],
        'lock-dialog': ['rich-text'],
      },
      { router: ['group', 'device', 'groups', 'users'], group: ['lock-dialog'] },
    ),
  );
  const groups = {
    schema: 'protocol',
    session: 'start',
    react: 'react',
    button: 'parts',
    router: 'console',
    feedback: 'devices',
    'list-page': 'lists',
    selection: 'screens',
    card: 'live',
  };
  for (const [id, name] of Object.entries(groups)) expect([id, groupOf(id)]).toEqual([id, name]);
  // Only one screen or dialog needs these, so they are bundled with it.
  for (const id of ['alerts', 'users', 'rich-text', 'lock-dialog']) expect(groupOf(id)).toBeUndefined();
  // Other modules load a page by its name, so each page is a script of its own.
  for (const id of Object.values(pages)) expect(groupOf(id)).toBeUndefined();
});

test('an icon that several parts show is with the icons, and one of the shell with the shell', () => {
  const groupOf = groupFinder(
    pages,
    graphOf({ console: ['\0icon:mdiMenu'], group: ['\0icon:mdiMenu', '\0icon:mdiLock'] }),
  );
  expect(groupOf('\0icon:mdiMenu')).toBe('console');
  expect(groupOf('\0icon:mdiLock')).toBe('icons');
});

test('whatever imports what: the first script and the student page load nothing that only others need', () => {
  const modules = Array.from({ length: 8 }, (_, i) => `m${i}`);
  const someModules = fc.uniqueArray(fc.constantFrom(...modules), { maxLength: 4 });
  const importers = [...Object.values(pages), ...modules];
  const importLists = fc.tuple(...importers.map((id) => fc.tuple(fc.constant(id), someModules)));
  fc.assert(
    fc.property(importLists, someModules, (lists, lazy) => {
      const imports: Imports = Object.fromEntries(lists);
      const groupOf = groupFinder(pages, graphOf(imports, { console: lazy }));
      for (const page of [pages.start, pages.student]) {
        const needed = withImports([page], imports);
        const groups = new Set([...needed].map(groupOf).filter((name) => name !== undefined));
        const loaded = modules.filter((id) => {
          const name = groupOf(id);
          return name !== undefined && groups.has(name);
        });
        expect([...needed]).toEqual(expect.arrayContaining(loaded));
      }
    }),
  );
});
