import { expect, test } from 'vitest';
import { withIconModules } from './icon-modules.ts';

test('each icon is imported by itself, also under another name, and the lines below keep their numbers', () => {
  const code =
    "import {\n  mdiClose,\n  mdiLock as locked,\n} from '@mdi/js';\nimport { a } from './a.ts';\n";
  expect(withIconModules(code)).toBe(
    "import { icon as mdiClose } from '@mdi/js/mdiClose'; import { icon as locked } from '@mdi/js/mdiLock';\n\n\n\n" +
      "import { a } from './a.ts';\n",
  );
});

test('what names no icon stays as it is', () => {
  const code = "import { mdi } from './mdi.ts';\n";
  expect(withIconModules(code)).toBe(code);
});
