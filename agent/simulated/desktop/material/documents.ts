import type { Photo } from '../photo.ts';

export type TextDocument = { name: string; title: string; photo?: Photo; text: string };

export const DOCUMENTS = {
  fractions: {
    name: 'Maths journal – fractions',
    title: 'My maths journal: adding fractions',
    text: 'Today we learned how to add two fractions with different denominators. First I look for a number that both denominators go into. For 3 and 4 that is 12.\n\nThen I change both fractions. One third is the same as four twelfths, and one quarter is the same as three twelfths. Now they have the same name and I can add them: seven twelfths.\n\nI made a mistake at first because I added the denominators too. My partner showed me with a bar of chocolate why that cannot be right: the pieces would become smaller although we have more of them.\n\nWhat I still want to practise is finding the smallest number quickly. I will write the times tables of 6, 7 and 8 beside each other and look for the first number that is in both.\n\nFor homework I chose the harder set because I want to be ready for the test on Thursday.',
  },
  survey: {
    name: 'Class survey report',
    title: 'How do we come to school?',
    text: 'We asked all thirty students of our class how they come to school in the morning. Twelve walk, eight take the bus, seven ride a bicycle and three come by car.\n\nThe mean time is 18 minutes. The median is only 14 minutes, because a few people live very far away and pull the mean up. We think the median describes our class better.\n\nIn winter the answers would be different. Five people said that they take the bus when it is dark or when there is ice on the road.\n\nNext time we would ask two classes and compare them. We would also ask how far the way is, and not only how long it takes.',
  },
  eruption: {
    name: 'Geography essay draft',
    title: 'Living beside a volcano',
    photo: 'volcano',
    text: 'More than three hundred million people live within sight of an active volcano. At first this sounds careless. In this essay I want to show why it can be a sensible choice.\n\nThe first reason is the soil. Ash is full of minerals, and after a few years the fields give two harvests instead of one.\n\nThe second reason is heat. In some towns every house is warmed by water that comes hot out of the ground.\n\nOn the other hand there is the risk. A good plan needs clear roads, practice every year and people who listen to the scientists when they say that it is time to go.',
  },
  story: {
    name: 'Short story – second draft',
    title: 'The lighthouse that blinked twice',
    text: 'Nobody in Harrow Bay had ever seen the lighthouse blink twice. It blinked once, it counted to eleven, and it blinked again. It had done so since before my grandmother was born.\n\nSo when Mina shook me awake and pointed at the window, I first thought that I was still dreaming. Blink. Blink. Then nothing for a long time.\n\n“It is asking something,” she whispered. We pulled our coats over our pyjamas and ran down to the boats.\n\nThe sea was as flat as a plate. Halfway across we heard the singing, very quiet, as if it came from under the keel.',
  },
  labReport: {
    name: 'Lab report – plant cells',
    title: 'Looking at onion skin',
    photo: 'cell',
    text: 'Question: what are the parts of a plant cell that we can see with a light microscope?\n\nMethod: we peeled a thin skin from the inside of an onion, put it on a slide with a drop of iodine and lowered the cover glass slowly so that there were no bubbles.\n\nResult: at forty times we saw a pattern like a brick wall. At four hundred times we saw the cell wall and a dark nucleus near the edge.\n\nConclusion: the cells have a fixed shape because of their wall. We saw no green parts, because an onion grows under the ground where there is no light.',
  },
} as const satisfies Record<string, TextDocument>;
export type DocumentName = keyof typeof DOCUMENTS;
