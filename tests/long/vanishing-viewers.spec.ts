/** A whole class watches a share, and a third of it vanishes. */
import { CAPTURING, test } from '../support/devices/student-page.ts';
import { vanishing } from '../support/faults/vanishing-viewers.ts';

test.use({ launchOptions: CAPTURING });

test('thirty watch and ten of them vanish: the others go on, and nothing is left', async ({
  ownClassroom,
  openTutor,
}) => {
  const classroom = await ownClassroom({ students: 20 });
  await vanishing({ classroom, openTutor, vanish: 10 });
});
