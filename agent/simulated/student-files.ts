/** The files of one student: generated from a seed, always the same, together with those that tutors sent. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { FileSource } from '#protocol/transfer/files.ts';
import { fileSource } from '../node/files/file-source.ts';
import { madeContent } from './files/made-content.ts';
import type { StudentFolder } from './files/student-folder.ts';
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

export function createStudentFiles(options: {
  seed: string;
  userName: string;
  /** The real folder of the files that tutors sent. */
  folder?: StudentFolder;
}) {
  const { seed, folder: real } = options;
  const account = options.userName.toLowerCase().replaceAll(/\s+/g, '.');
  const home = `C:\\Users\\${account}`;

  const filesOf = (folder: string): readonly RetrievedFile[] => {
    const random = seededRandom(seed, 'files', folder);
    const names = NAMES.filter(() => random.chance(0.6));
    return names.map((fileName) => {
      const subfolder = random.pick(SUBFOLDERS);
      const location = [home, folder, ...(subfolder === '' ? [] : [subfolder])].join('\\');
      // Most files are small and a few are large, as in reality.
      return { fileName, location, size: Math.round(2 ** random.between(9, 25)) };
    });
  };
  const all = Object.values(FOLDERS).flatMap(filesOf);
  const locations = [home, ...all.map(({ location }) => location)];
  const contentOf = ({ location, fileName }: RetrievedFile) => madeContent(seed, location, fileName);

  /** Accepts names such as `%downloads%`, with or without a subfolder, or a path. Case does not matter. */
  const resolve = (folderPath: string) => {
    const wanted = folderPath.trim().replace(/^%\w+%/, (name) => {
      const folder = Object.entries(FOLDERS).find(([known]) => known === name.toLowerCase())?.[1];
      return folder === undefined ? name : `${home}\\${folder}`;
    });
    return locations.find((location) => plain(location) === plain(wanted));
  };
  /** Returns the path below the real folder. */
  const below = (location: string) => location.slice(home.length + 1);
  const made = ({ fileName, location, size }: RetrievedFile) =>
    all.find(
      (file) => file.fileName === fileName && plain(file.location) === plain(location) && file.size === size,
    );

  return {
    /** Returns undefined if the folder does not exist. */
    async list(folderPath: string): Promise<readonly RetrievedFile[] | undefined> {
      const folder = resolve(folderPath);
      if (folder === undefined) return undefined;
      const sent = (await real?.list(below(folder))) ?? [];
      return [
        ...all.filter(({ location }) => location === folder),
        ...sent.map((file) => ({ ...file, location: folder })),
      ];
    },
    /** Returns the path below the real folder for files sent to this folder; Downloads if unknown. */
    placeFor: (folderPath: string) => below(resolve(folderPath) ?? '') || FOLDERS['%downloads%'],
    /** Opens a listed file to send it. Returns undefined if it no longer exists. */
    async source(file: RetrievedFile, id: string): Promise<FileSource | undefined> {
      const about = made(file);
      if (about) {
        const { fileName: name, size } = about;
        const { read } = contentOf(about);
        return { id, name, size, version: `made ${size}`, read: async (at, length) => read(at, length) };
      }
      const folder = resolve(file.location);
      const path = folder && (await real?.path(below(folder), file.fileName));
      return path === undefined ? undefined : fileSource(path, { id, name: file.fileName });
    },
    /** Returns the hexadecimal hash of a generated file. */
    sha256(file: RetrievedFile): string | undefined {
      const about = made(file);
      return about && contentOf(about).sha256(about.size);
    },
  };
}
export type StudentFiles = ReturnType<typeof createStudentFiles>;

const plain = (path: string) =>
  path
    .toLowerCase()
    .replaceAll('/', '\\')
    .replace(/(?<!\\)\\+$/, '');
