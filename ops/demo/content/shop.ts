import { shopCover, shopDraft } from '../draw/draft.ts';
import { shopFilm } from '../draw/films.ts';
import type { Good } from '../draw/goods.ts';
import type { ToneName } from '../draw/shop.ts';
import type { Fate, GroupIdea, StoryIdea } from './group.ts';

/** What the shop sells: name, words, price in euro. */
const catalogue: Record<Good, readonly (readonly [string, string, number])[]> = {
  sneaker: [
    ['Fjell Runner', 'Light on trails, quiet on streets. Recycled knit.', 129],
    ['Harbour Low', 'Canvas that gets better with every puddle.', 89],
    ['Kite Court', 'The white one, with a sole that stays white.', 109],
  ],
  boot: [
    ['Skare Boot', 'Waxed leather, warm to minus fifteen.', 189],
    ['Myr Chelsea', 'Pull on, walk out. Twelve hours of comfort.', 159],
    ['Ridge Mid', 'Grips wet granite as if it were carpet.', 174],
  ],
  jacket: [
    ['Storm Shell', 'Three layers, 380 grams, no excuses.', 249],
    ['Wool Overshirt', 'Milled in one valley, worn in all of them.', 139],
    ['Dawn Parka', 'Down from reclaimed quilts.', 279],
  ],
  tee: [
    ['Summit Tee', 'Heavy cotton, printed by hand.', 35],
    ['Merino Base', 'Four days, no wash. We tried.', 59],
    ['Boat Stripe', 'Navy on salt, since forever.', 42],
  ],
  backpack: [
    ['Day Pack 18L', 'A laptop, a lunch and a jumper.', 94],
    ['Roll Top 24L', 'Welded seams for rides in the rain.', 119],
    ['Mini Pack', 'For the smallest explorers.', 54],
  ],
  mug: [
    ['Enamel Mug', 'Survives fires and dishwashers.', 18],
    ['Morning Cup', 'Thrown and glazed in our own studio.', 24],
    ['Travel Cup', 'Hot for six hours, leaks for none.', 32],
  ],
  lamp: [
    ['Dune Lamp', 'Linen shade, ash foot, warm light.', 129],
    ['Pebble Light', 'Dims with one touch.', 79],
    ['Desk Heron', 'Leans over your work, not into it.', 149],
  ],
  chair: [
    ['Sund Armchair', 'Sit down once. Stay for the book.', 449],
    ['Koie Chair', 'Stacks by six, lasts for thirty years.', 189],
    ['Reading Seat', 'Wool felt on steam-bent oak.', 529],
  ],
  watch: [
    ['Tide Automatic', 'Winds itself with every step.', 219],
    ['Field 36', 'Small, legible, tough.', 149],
    ['Solar Day', 'No battery since 2019.', 179],
  ],
  glasses: [
    ['Sund Round', 'Bio-acetate, polarised lenses.', 89],
    ['Reef Aviator', 'Made of old fishing nets.', 99],
    ['Snow Shield', 'Full cover on bright days.', 119],
  ],
  bottle: [
    ['Birch Tonic', 'Scent of the first dry day in April.', 68],
    ['Salt Hand Wash', 'Sea minerals, refill pouch included.', 22],
    ['Pine Oil', 'Three drops turn a flat into a forest.', 28],
  ],
  plant: [
    ['Olive in clay', 'Wants sun and a kind word.', 39],
    ['Jade Plant', 'Forgives three weeks of holiday.', 24],
    ['Fig, large', 'Delivered upright, we promise.', 79],
  ],
  headphones: [
    ['Quiet One', 'Forty hours, and the train is gone.', 229],
    ['Studio Open', 'Hear the room the band played in.', 259],
    ['Trail Buds', 'Stay put on every downhill.', 119],
  ],
  bag: [
    ['Market Tote', 'Carries twelve kilos of apples.', 49],
    ['Weekender', 'Two nights, one strap.', 169],
    ['City Satchel', 'Leather that learns your shape.', 199],
  ],
  candle: [
    ['Cabin Candle', 'Birch smoke and wool, 50 hours.', 34],
    ['Citrus Jar', 'Kitchen bright, even in the dark.', 29],
    ['Resin No. 4', 'Poured in batches of forty.', 38],
  ],
  gift: [
    ['Gift Card', 'From 10 to 500, sent in a minute.', 50],
    ['Small Joys Box', 'Candle, mug, chocolate, card.', 64],
    ['Winter Set', 'Scarf, socks and tea in one box.', 89],
  ],
};
const toneNames: readonly ToneName[] = ['sand', 'sky', 'blush', 'pine', 'sun', 'plum', 'mist', 'ink'];

const shopLink = (name: string): readonly [string, string] => [
  'Shop now',
  `products/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
];

const productStory = (good: Good, variant: number, at: number, sale: number): StoryIdea => {
  const [name, words, price] = catalogue[good][variant % 3]!;
  const offer =
    sale > 0
      ? { was: `€${price}`, price: `€${Math.round(price * (1 - sale / 100))}`, flag: `-${sale}%` }
      : { price: `€${price}` };
  const tone = toneNames[(at + variant * 3 + good.length) % toneNames.length]!;
  return {
    title: name,
    draft: shopDraft({ kind: 'product', tone, good, name, words, ...offer }),
    link: shopLink(name),
  };
};
const bannerStory = (
  tone: ToneName,
  top: string,
  big: string,
  words: string,
  goods: readonly [Good, Good, Good],
): StoryIdea => ({
  title: `${big}`.slice(0, 40),
  draft: shopDraft({ kind: 'banner', tone, top, big, words, goods }),
  link: ['See all', 'campaigns/now'],
});
const rangeStory = (tone: ToneName, title: string, goods: readonly Good[], variant: number): StoryIdea => ({
  title,
  draft: shopDraft({
    kind: 'range',
    tone,
    title,
    items: goods.map(
      (good) => [good, catalogue[good][variant % 3]![0], `€${catalogue[good][variant % 3]![2]}`] as const,
    ),
  }),
  link: ['Browse', 'collections/new'],
});
const ideaStory = (tone: ToneName, good: Good, title: string, words: string): StoryIdea => ({
  title,
  draft: shopDraft({ kind: 'idea', tone, good, title, words }),
});

const filmStory = (tone: ToneName, good: Good, title: string, words: string): StoryIdea => {
  const film = shopFilm(tone, good, title, words);
  return { title, draft: film.ground, film, link: ['Watch the making', 'journal/making'] };
};

const group = (
  title: string,
  cover: readonly [ToneName, Good, string?],
  [instance, born, pull, fate]: readonly [number, number, number, Fate],
  words: string,
  stories: readonly StoryIdea[],
  labels?: string[][],
): GroupIdea => ({
  title,
  cover: shopCover(cover[0], cover[1], cover[2] ?? null),
  instance,
  born,
  pull,
  fate,
  words,
  stories,
  ...(labels ? { labels } : {}),
});
const products = (goods: readonly Good[], variant: number, sale = 0): StoryIdea[] =>
  goods.map((good, at) => productStory(good, variant + at, at, sale));

/** The shop's story groups, oldest first. */
export const shopGroups: readonly GroupIdea[] = [
  group('Made to last', ['pine', 'boot'], [0, 0, 0.7, 'runs'], 'Why we repair what we sell.', [
    ideaStory(
      'pine',
      'boot',
      'Resoled four times',
      'This pair left our bench in 2009 and comes back every other winter.',
    ),
    ideaStory('sand', 'jacket', 'A patch is a medal', 'Free repairs for everything with our name on it.'),
    ideaStory('sky', 'backpack', 'Zips you can swap', 'One screw, two minutes, ten more years.'),
    ideaStory('plum', 'chair', 'Oak from one forest', 'Each chair carries the number of its tree.'),
    ...products(['boot', 'jacket', 'chair'], 0),
  ]),
  group('Sneakers', ['sky', 'sneaker'], [0, 0, 1.5, 'pinned'], 'Everything with laces.', [
    filmStory('sun', 'sneaker', 'Feels like nothing', '198 grams. Watch it float.'),
    rangeStory('sky', 'Walk this way', ['sneaker', 'boot', 'bag', 'tee'], 1),
    ...products(['sneaker', 'sneaker', 'sneaker', 'boot', 'tee', 'boot', 'bag'], 0),
    ideaStory('sun', 'sneaker', 'How to keep white white', 'Warm water, soft brush, and newspaper overnight.'),
  ]),
  group('Home & light', ['plum', 'lamp'], [0, 2, 1, 'runs'], 'Lamps, chairs and quiet corners.', [
    ideaStory(
      'plum',
      'lamp',
      'Light for the long evenings',
      'Three lamps, one warm tone: 2700 K is what our eyes call home.',
    ),
    ...products(['lamp', 'chair', 'plant', 'candle', 'mug', 'lamp', 'chair', 'bottle'], 0),
    rangeStory('pine', 'A room in four pieces', ['chair', 'lamp', 'plant', 'candle'], 2),
  ]),
  group('Flash Friday', ['blush', 'gift', '-40%'], [0, 4, 2.1, 'ended'], 'Twelve hours, forty percent.', [
    bannerStory('blush', '12 HOURS ONLY', 'Up to 40% off', 'From noon to midnight, in the app before anywhere else.', [
      'jacket',
      'gift',
      'boot',
    ]),
    ...products(['jacket', 'headphones', 'watch', 'backpack', 'glasses', 'sneaker'], 1, 40),
    bannerStory('plum', 'LAST CALL', 'Ends at midnight', 'What is in your basket now stays at this price.', [
      'watch',
      'headphones',
      'glasses',
    ]),
  ]),
  group('Kitchen table', ['sun', 'mug'], [0, 5, 0.8, 'runs'], 'For slow breakfasts.', [
    rangeStory('sun', 'Set for two', ['mug', 'candle', 'plant', 'bottle'], 0),
    ...products(['mug', 'mug', 'mug', 'candle', 'plant', 'bottle', 'bag'], 0),
    ideaStory('sand', 'mug', 'Six minutes to filter', '15 grams, 250 millilitres, and nobody talks.'),
  ]),
  group(
    'Rain ready',
    ['mist', 'jacket'],
    [0, 8, 1.2, 'runs'],
    'Shells, boots and dry bags.',
    [
      ideaStory('mist', 'jacket', 'Made for sideways rain', 'Tested on a ferry deck in November. Twice.'),
      ...products(['jacket', 'boot', 'backpack', 'bag', 'jacket', 'tee', 'boot'], 1),
    ],
    [['rain', 'north']],
  ),
  group('Gift guide', ['blush', 'gift'], [0, 11, 1.6, 'runs'], 'Under 30, under 60, under 100.', [
    bannerStory(
      'blush',
      'GIFT GUIDE',
      'Wrapped & ready',
      'Order by six, delivered tomorrow, with a card in your words.',
      ['candle', 'gift', 'mug'],
    ),
    rangeStory('sun', 'Under 60', ['mug', 'candle', 'bottle', 'tee'], 1),
    rangeStory('pine', 'Under 100', ['gift', 'glasses', 'backpack', 'bottle'], 2),
    ...products(['gift', 'candle', 'headphones', 'glasses', 'gift', 'watch', 'mug', 'tee'], 1),
  ]),
  group('Styled by you', ['sand', 'glasses'], [1, 12, 1, 'runs'], 'Pictures from our customers.', [
    ideaStory('sand', 'glasses', '“I forgot I wore them”', 'Hanne, Sund Round in amber.'),
    ideaStory('blush', 'bag', '“Carried a cat in it”', 'Oskar, Market Tote. The cat agreed.'),
    ideaStory('sky', 'watch', '“Late, but in style”', 'Aino, Tide Automatic.'),
    ...products(['glasses', 'bag', 'watch', 'sneaker', 'jacket', 'chair'], 0),
  ]),
  group(
    'Members only',
    ['ink', 'watch'],
    [1, 14, 1.3, 'paused'],
    'First look for members.',
    [
      bannerStory('ink', 'FOR MEMBERS', 'Two days early', 'The winter list opens for you before all others.', [
        'watch',
        'headphones',
        'bag',
      ]),
      ...products(['watch', 'headphones', 'bag', 'jacket', 'lamp', 'candle', 'boot'], 2, 15),
    ],
    [['member'], ['north', 'south']],
  ),
  group('Weekend sale', ['sun', 'sneaker', 'SALE'], [0, 16, 1.9, 'ended'], 'Friday to Sunday.', [
    bannerStory('sun', 'ONLY THIS WEEKEND', 'Up to 30% off', 'On more than 600 pieces. No code, no catch.', [
      'tee',
      'sneaker',
      'backpack',
    ]),
    ...products(['sneaker', 'tee', 'glasses', 'backpack', 'plant', 'bottle', 'mug'], 2, 30),
  ]),
  group('Green corner', ['pine', 'plant'], [2, 17, 0.5, 'runs'], 'Plants that forgive.', [
    ...products(['plant', 'plant', 'plant', 'bottle'], 0),
    ideaStory('pine', 'plant', 'Water on Sundays', 'One glass, from below, and turn it a quarter.'),
    ideaStory('sun', 'plant', 'South window?', 'Olive and jade love it. Keep the fig a step back.'),
  ]),
  group('Clearance rail', ['mist', 'tee', 'LAST'], [0, 19, 0.6, 'deleted'], 'What is left of last season.', [
    ...products(['tee', 'bag', 'candle'], 2, 60),
    bannerStory('mist', 'ALMOST GONE', 'Final pieces', 'Single sizes, final prices.', ['tee', 'bag', 'candle']),
  ]),
  group('Sound & focus', ['plum', 'headphones'], [0, 22, 1.1, 'runs'], 'Quiet, please.', [
    filmStory('plum', 'headphones', 'Press play, leave town', 'Forty hours, one charge.'),
    ideaStory('plum', 'headphones', 'The train is gone', 'Forty hours of quiet from one charge.'),
    ...products(['headphones', 'headphones', 'headphones', 'mug', 'lamp', 'chair', 'backpack'], 0),
    rangeStory('mist', 'The focus desk', ['headphones', 'lamp', 'mug', 'plant'], 0),
  ]),
  group('New in this week', ['sky', 'backpack', 'NEW'], [0, 26, 1.7, 'runs'], 'Fresh from the studio.', [
    filmStory('blush', 'backpack', 'Light as a day off', 'The new Day Pack weighs less than a book.'),
    rangeStory('sky', 'New in this week', ['backpack', 'watch', 'glasses', 'tee'], 0),
    ...products(['backpack', 'tee', 'jacket', 'boot', 'lamp', 'candle', 'bag'], 1),
  ]),
  group('Winter preview', ['ink', 'jacket'], [0, 28, 1, 'test'], 'Not public yet.', [
    bannerStory('sky', 'COMING SOON', 'Winter, early', 'Down, wool and wax: the list opens on Thursday.', [
      'boot',
      'jacket',
      'gift',
    ]),
    ...products(['jacket', 'boot', 'gift', 'mug'], 2),
  ]),
];
