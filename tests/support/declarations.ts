/** What a source file declares, and what that names in turn: as text without comments and layout. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const SOURCE = resolve(import.meta.dirname, '../../src');

type SourceFile = {
  /** By name, the text of each declaration. */
  declarations: Map<string, string>;
  /** By the name in this file, where a name of another source file comes from. */
  imports: Map<string, { file: string; name: string }>;
};

/** Strings are matched first, so that what looks like a comment in one of them stays. */
const withoutComments = (text: string) =>
  text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, string: string | undefined) => string ?? '',
  );

const withoutLayout = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w$'"` ]) ?/g, '$1')
    .replace(/[,;](?=[}\])]|$)/g, '')
    .replace(/([=:<(])[|&]/g, '$1');

function resolveImport(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#')
    ? resolve(SOURCE, specifier.slice(1))
    : resolve(dirname(from), specifier);
  return /^[#.]/.test(specifier) && existsSync(path) ? path : undefined;
}

export function readSource(file: string, text = readFileSync(file, 'utf8')): SourceFile {
  const code = withoutComments(text);
  const imports: SourceFile['imports'] = new Map();
  for (const [, names = '', specifier = ''] of code.matchAll(
    /^import (?:type )?\{([^}]*)\} from '([^']+)'/gm,
  )) {
    const target = resolveImport(file, specifier);
    if (target === undefined) continue;
    for (const entry of names.split(',').map((each) => each.trim().replace(/^type /, ''))) {
      const [name = '', alias = name] = entry.split(' as ');
      if (name !== '') imports.set(alias, { file: target, name });
    }
  }
  const declarations: SourceFile['declarations'] = new Map();
  const starts = [...code.matchAll(/^(?:export )?(?:type|const|function|interface|class) ([\w$]+)|^\S/gm)];
  starts.forEach((start, index) => {
    const name = start[1];
    if (name === undefined) return;
    // The last line of a declaration may begin in the first column as well: `};`.
    const next = starts.slice(index + 1).find(({ 0: found }) => !/^[})\]]/.test(found));
    // Whether another file may import it makes no difference to what it says.
    const text = code.slice(start.index, next?.index).replace(/^export /, '');
    declarations.set(name, withoutLayout(text.trim()));
  });
  return { declarations, imports };
}

/** The declarations of a file, and all that they name in the project's own source, as `file name: text`, sorted. */
export function declarationsOf(file: string, except: readonly string[] = []): string[] {
  const sources = new Map<string, SourceFile>();
  const found = new Map<string, string>();

  function visit(path: string, name: string) {
    const key = `${relative(SOURCE, path)} ${name}`;
    const source = sources.get(path) ?? readSource(path);
    sources.set(path, source);
    const text = source.declarations.get(name);
    if (found.has(key) || text === undefined) return;
    found.set(key, text);
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) {
      const imported = source.imports.get(word);
      if (imported) visit(imported.file, imported.name);
      else if (source.declarations.has(word)) visit(path, word);
    }
  }

  for (const name of readSource(file).declarations.keys()) if (!except.includes(name)) visit(file, name);
  for (const name of except) found.delete(`${relative(SOURCE, file)} ${name}`);
  return [...found].map(([key, text]) => `${key.split(' ')[1]}: ${text}`).sort();
}
