import type { Photo } from '../photo.ts';

export type Article = {
  site: string;
  url: string;
  color: string;
  section: string;
  headline: string;
  byline: string;
  photo: Photo;
  paragraphs: readonly string[];
};

export const ARTICLES = {
  spirals: {
    site: 'Number Garden',
    url: 'https://numbergarden.example/patterns/sunflower-spirals',
    color: '#2f855a',
    section: 'Patterns',
    headline: 'Why sunflowers count in spirals',
    byline: 'By Amara Field · 6 minute read',
    photo: 'sunflower',
    paragraphs: [
      'Look closely at the middle of a sunflower and you will find two families of spirals. Count one family and you may get 34. Count the other and you may get 55. Both numbers belong to a famous list in which each number is the sum of the two before it.',
      'The plant does not know arithmetic. Each new seed grows at the same angle from the last one, a little more than a third of a full turn. That single rule packs the seeds so tightly that no space is wasted.',
      'Try it yourself: draw a dot, turn by 137.5 degrees, move a little outwards and draw the next. After fifty dots the spirals appear on the page as if by magic.',
      'Change the angle by only one degree and the pattern falls apart into spokes with gaps between them. Nature found the best angle long before anyone wrote it down.',
    ],
  },
  water: {
    site: 'Planet Class',
    url: 'https://planetclass.example/earth/the-water-cycle',
    color: '#1a73b8',
    section: 'Earth science',
    headline: 'The long journey of a raindrop',
    byline: 'By Jonas Weir · Reading level: year 7',
    photo: 'river',
    paragraphs: [
      'The water in your glass is older than the dinosaurs. It has been ice on a mountain, mist over a forest and salt water in a sea, and it will be all of these again.',
      'The sun drives the journey. It warms the surface of lakes and oceans until some of the water leaves as an invisible gas. High in the cold air this vapour turns back into tiny drops: a cloud.',
      'When the drops grow heavy they fall as rain, hail or snow. Some of the water runs into rivers, some sinks into the ground, and some is drunk by plants that breathe it out through their leaves.',
      'A drop stays in the air for about nine days, in a river for a few weeks, and in the deep ocean for more than three thousand years.',
    ],
  },
  volcano: {
    site: 'Planet Class',
    url: 'https://planetclass.example/earth/inside-a-volcano',
    color: '#b5482c',
    section: 'Earth science',
    headline: 'What wakes a sleeping volcano?',
    byline: 'By Ines Duarte · 5 minute read',
    photo: 'volcano',
    paragraphs: [
      'Deep below our feet rock is so hot that it flows like thick honey. Where the crust is thin or cracked, this magma rises and collects in a chamber, sometimes for hundreds of years.',
      'Gas is what makes an eruption. It is dissolved in the magma like the bubbles in a closed bottle. When the pressure above becomes less, the bubbles grow, and everything rushes upwards.',
      'Scientists listen for small earthquakes, measure how the slopes swell and smell the air for sulphur. No single sign is enough, but together they give days of warning.',
      'People live near volcanoes for good reasons: the soil is rich, the springs are warm, and most years nothing happens at all.',
    ],
  },
  romans: {
    site: 'Old Stones',
    url: 'https://oldstones.example/rome/how-arches-carry-a-city',
    color: '#8a5a2b',
    section: 'Ancient Rome',
    headline: 'How arches carried a city',
    byline: 'By Theo Marsh · History room',
    photo: 'arches',
    paragraphs: [
      'A stone beam breaks when it is long. A row of small stones, leaning on one another in a half circle, does not. The Romans did not invent the arch, but nobody had ever trusted it with so much.',
      'Aqueducts carried water across valleys for fifty miles with a slope of only a hand’s width in each thousand steps. Every arch pressed on the next, and the last one on the hill.',
      'The great theatre in the middle of Rome held fifty thousand visitors. Eighty arches let them in, and all of them could leave within fifteen minutes.',
      'Builders first put up a wooden frame, laid the stones on it from both sides and set the keystone last. When the frame was taken away, the weight itself held everything together.',
    ],
  },
  reef: {
    site: 'Blue Atlas',
    url: 'https://blueatlas.example/oceans/life-on-the-reef',
    color: '#0b6e8f',
    section: 'Oceans',
    headline: 'A city under the waves',
    byline: 'By Leilani Brook · With pictures',
    photo: 'reef',
    paragraphs: [
      'Coral looks like a plant and feels like a rock, but it is an animal. Millions of tiny polyps build a shared skeleton of chalk, a few millimetres a year, until it can be seen from space.',
      'Inside each polyp live even smaller guests that turn sunlight into sugar. They pay for their home with food, and they give the coral its colours.',
      'When the water is too warm for too long, the guests leave. The coral turns white. It can recover, if cooler weeks come in time.',
      'A quarter of all kinds of fish depend on reefs, although reefs cover less than one hundredth of the ocean floor.',
    ],
  },
  space: {
    site: 'Night Sky Weekly',
    url: 'https://nightsky.example/planets/rings',
    color: '#4b3fa8',
    section: 'Planets',
    headline: 'Rings made of snowballs',
    byline: 'By Rafael Stone · Astronomy club',
    photo: 'planet',
    paragraphs: [
      'Seen from far away the rings look solid, like the groove of a record. In truth they are countless pieces of ice, from grains of sugar to blocks as large as a house.',
      'The whole system is wider than the way from here to the Moon, and yet in most places no thicker than a three-storey building.',
      'Small moons travel in the gaps. Their pull keeps the edges of the rings as sharp as if they had been cut with scissors.',
      'Nobody knows for certain how old the rings are. They may have formed when a moon came too close and was torn apart.',
    ],
  },
} as const satisfies Record<string, Article>;
export type ArticleName = keyof typeof ARTICLES;
