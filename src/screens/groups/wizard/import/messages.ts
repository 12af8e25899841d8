const number = (count: number) => count.toLocaleString('en');

export const m = {
  directory: 'Directory',
  chooseDirectory: 'Choose a directory',
  loadingDirectories: 'Loading the directories…',
  notRead: 'The directories could not be read.',
  tryAgain: 'Try again',
  noDirectory: 'No directory is connected',
  noDirectoryText:
    'An administrator connects the directory of your school, such as Google or Microsoft. Then its courses are shown here.',
  courses: 'Courses and groups',
  searchCourses: 'Search courses and groups',
  loading: 'Loading your courses and groups…',
  read: (p: { count: number }) =>
    p.count === 1 ? '1 course or group' : `${number(p.count)} courses and groups`,
  readSoFar: (p: { count: number }) => `${number(p.count)} so far, reading on…`,
  noCourse: 'This directory has no course or group of yours. You see those that you teach or belong to.',
  imported: (p: { group: string }) => `In the group “${p.group}” already`,
  noMatch: 'No course or group matches',
  waiting: 'The directory has too much to do. It is asked again by itself in',
  notListed: 'The courses could not be read.',
  notAll: 'Not all courses could be read.',
  choose: 'Choose the course or group whose people the new group has.',
  chosen: (p: { course: string }) => `Chosen: ${p.course}`,
};
