/** The files of one student: made up from a seed, the same whenever they are listed. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { seededRandom } from './seeded-random.ts';

const FOLDERS = { '%downloads%': 'Downloads', '%documents%': 'Documents', '%desktop%': 'Desktop' } as const;
const SUBFOLDERS = ['', '', '', '', '', 'School', 'Homework', 'School\\Biology'];

const NAMES = [
  'Essay draft.docx',
  'Essay final.docx',
  'Lab report 3.docx',
  'worksheet-7.pdf',
  'Timetable.pdf',
  'permission slip.pdf',
  'results.xlsx',
  'Survey (class 7A).xlsx',
  'Rome.pptx',
  'Photosynthesis.pptx',
  'photo_0412.jpg',
  'photo_0413.jpg',
  'Screenshot 2.png',
  'notes.txt',
  'vocabulary unit 4.txt',
  'robot.py',
  'index.html',
  'song idea.mp3',
  'field trip.mp4',
  'backup.zip',
  'Übung Bruchrechnung.docx',
  'Résumé de français.docx',
  'Mañana – diálogo.docx',
  'Żółw i jeż.pdf',
  'Домашняя работа.docx',
  'Розклад уроків.xlsx',
  'Εργασία ιστορίας.docx',
  'واجب الرياضيات.docx',
  'שיעורי בית.pdf',
  '宿題.docx',
  '作业 第三课.pdf',
  '숙제.pptx',
  'गृहकार्य.docx',
  'การบ้าน.txt',
  'volcano 🌋.pptx',
  'archive.tar.gz',
] as const;

export function createStudentFiles(options: { seed: string; userName: string }) {
  const { seed } = options;
  const account = options.userName.toLowerCase().replaceAll(/\s+/g, '.');
  const home = `C:\\Users\\${account}`;

  const filesOf = (folder: string): readonly RetrievedFile[] => {
    const random = seededRandom(seed, 'files', folder);
    const names = NAMES.filter(() => random.chance(0.6));
    return names.map((fileName) => {
      const subfolder = random.pick(SUBFOLDERS);
      const location = [home, folder, ...(subfolder === '' ? [] : [subfolder])].join('\\');
      // Most are small and a few are large, as files are.
      return { fileName, location, size: Math.round(2 ** random.between(9, 25)) };
    });
  };
  const all = Object.values(FOLDERS).flatMap(filesOf);

  return {
    /** Takes `%downloads%` and its like, with or without a folder behind, or a path; in any case. */
    list(folderPath: string): readonly RetrievedFile[] | undefined {
      const wanted = plain(
        folderPath.trim().replace(/^%\w+%/, (name) => {
          const folder = Object.entries(FOLDERS).find(([known]) => known === name.toLowerCase())?.[1];
          return folder === undefined ? name : `${home}\\${folder}`;
        }),
      );
      const isFolder = [home, ...all.map(({ location }) => location)].some((path) => plain(path) === wanted);
      return isFolder ? all.filter(({ location }) => plain(location) === wanted) : undefined;
    },
  };
}

const plain = (path: string) => path.toLowerCase().replaceAll('/', '\\').replace(/\\+$/, '');
