/** A whole class watches a share, and a third of it vanishes. */
import { CAPTURING, test } from '../support/student-page.ts';
import { vanishing } from '../support/vanishing-viewers.ts';

test.use({ launchOptions: CAPTURING });

test('thirty watch and ten of them vanish: the others go on, and nothing is left', async ({
  ownClassroom,
  openTutor,
}) => {
  const classroom = await ownClassroom({ students: 30 });
  await vanishing({ classroom, tutor: await openTutor(classroom, 30), count: 30, vanish: 10 });
});
