export type Question = { text: string; answers: readonly [string, string, string, string] };
export type Quiz = { name: string; url: string; color: string; questions: readonly Question[] };

export const QUIZZES = {
  fractions: {
    name: 'Fractions check-in',
    url: 'https://quizwise.example/play/fractions-check-in',
    color: '#6d3fd1',
    questions: [
      { text: 'Which fraction is the largest?', answers: ['2/3', '3/5', '5/8', '7/12'] },
      { text: 'What is 1/3 + 1/4?', answers: ['2/7', '7/12', '1/7', '5/12'] },
      { text: 'Half of three quarters is …', answers: ['3/8', '3/4', '6/4', '1/4'] },
      { text: 'Which one equals 0.2?', answers: ['1/2', '2/5', '1/5', '1/20'] },
      { text: 'How many quarters make 2 ½?', answers: ['5', '8', '9', '10'] },
    ],
  },
  shapes: {
    name: 'Angles and shapes',
    url: 'https://quizwise.example/play/angles-and-shapes',
    color: '#0f7b8a',
    questions: [
      { text: 'The angles of a triangle add up to …', answers: ['90°', '180°', '270°', '360°'] },
      { text: 'A shape with five sides is a …', answers: ['hexagon', 'pentagon', 'octagon', 'square'] },
      { text: 'An angle of 120° is called …', answers: ['acute', 'right', 'obtuse', 'reflex'] },
      { text: 'How many lines of symmetry has a rectangle?', answers: ['1', '2', '4', 'none'] },
    ],
  },
  earth: {
    name: 'Our restless Earth',
    url: 'https://quizwise.example/play/restless-earth',
    color: '#b5482c',
    questions: [
      { text: 'Molten rock under the ground is called …', answers: ['lava', 'magma', 'basalt', 'ash'] },
      {
        text: 'Where do most earthquakes happen?',
        answers: ['in deserts', 'at plate edges', 'at the poles', 'in cities'],
      },
      { text: 'What comes after evaporation?', answers: ['condensation', 'erosion', 'melting', 'rain'] },
    ],
  },
} as const satisfies Record<string, Quiz>;
export type QuizName = keyof typeof QUIZZES;
