import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildFolderOf, STUDENT_FOLDER } from './student-assets.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe('where built files go', () => {
  it('keeps apart what only the student page loads', () => {
    expect(buildFolderOf([at('agent/page/main.tsx'), at('src/protocol/demand.ts')])).toBe(STUDENT_FOLDER);
    expect(buildFolderOf([at('student/index.html')])).toBe(STUDENT_FOLDER);
    expect(buildFolderOf(['agent/student-ui/kit/panel.module.css'])).toBe(STUDENT_FOLDER);
  });

  it('leaves with the console what both load, or it alone', () => {
    expect(buildFolderOf([at('src/protocol/demand.ts')])).toBe('assets');
    expect(buildFolderOf([at('node_modules/agent/student/index.js'), '\0rolldown/runtime.js'])).toBe(
      'assets',
    );
    expect(buildFolderOf(['/home/agent/student/other.ts', 'src/shell/agent/card.css'])).toBe('assets');
    expect(buildFolderOf([])).toBe('assets');
  });
});
