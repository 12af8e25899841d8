/**
 * Writes `public/emoji/en.txt`: one line per emoji, with its group, its characters, its name and search
 * words. The data comes from the package emojibase-data (MIT), which is too large for a dependency. Run this
 * script after an update of Unicode.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PACKAGE = 'emojibase-data@17.0.0';
const OUT = resolve(import.meta.dirname, '../public/emoji/en.txt');

/** Keyed by the package's group number. Group 2 has components only, such as skin tones. */
const GROUPS: Readonly<Record<number, string>> = {
  0: 'Smileys and emotion',
  1: 'People and body',
  3: 'Animals and nature',
  4: 'Food and drink',
  5: 'Travel and places',
  6: 'Activities',
  7: 'Objects',
  8: 'Symbols',
  9: 'Flags',
};

type Emoji = { label: string; unicode: string; group?: number; order?: number; tags?: readonly string[] };

const folder = mkdtempSync(join(tmpdir(), 'emoji-'));
try {
  execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
  execFileSync('sh', ['-c', 'tar -xzf *.tgz package/en/compact.json'], { cwd: folder });
  const all = JSON.parse(readFileSync(join(folder, 'package/en/compact.json'), 'utf8')) as Emoji[];
  const lines = all
    .filter(({ group }) => group !== undefined && GROUPS[group] !== undefined)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ group = 0, unicode, label, tags = [] }) =>
      [GROUPS[group], unicode, label, tags.join(' ')].join('\t'),
    );
  mkdirSync(resolve(OUT, '..'), { recursive: true });
  writeFileSync(OUT, `${lines.join('\n')}\n`);
  console.log(`${lines.length} emoji in ${OUT}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
