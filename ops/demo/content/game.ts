import type { Gear, Hero } from '../draw/creatures.ts';
import { gameCover, gameDraft } from '../draw/draft.ts';
import { gameFilm } from '../draw/films.ts';
import type { GamePicture } from '../draw/game.ts';
import type { World } from '../draw/game-world.ts';
import type { Fate, GroupIdea, StoryIdea } from './group.ts';

const story = (title: string, picture: GamePicture, link?: StoryIdea['link']): StoryIdea => ({
  title,
  draft: gameDraft(picture),
  ...(link ? { link } : {}),
});

const hero = (
  who: Hero,
  gear: Gear,
  world: World,
  top: string,
  name: string,
  words: string,
  power: readonly [number, number, number],
): StoryIdea =>
  story(
    name,
    {
      kind: 'hero',
      world,
      hero: who,
      gear,
      top,
      name,
      words,
      power: [
        ['Speed', power[0]],
        ['Luck', power[1]],
        ['Shield', power[2]],
      ],
    },
    ['Play as them', `heroes/${who.toLowerCase()}`],
  );
const level = (who: Hero, world: World, number: number, name: string, words: string, stars: number): StoryIdea =>
  story(name, { kind: 'level', world, hero: who, number, name, words, stars }, ['Jump in', `levels/${number}`]);
const chest = (world: World, colour: string, title: string, words: string, coins: string, gems: string): StoryIdea =>
  story(title, { kind: 'chest', world, colour, title, words, coins, gems }, ['Claim', 'rewards']);
const versus = (world: World, heroes: readonly [Hero, Hero], title: string, words: string, left: string): StoryIdea =>
  story(title, { kind: 'event', world, heroes, title, words, left }, ['Join', 'events/now']);
const tip = (world: World, who: Hero, number: number, title: string, words: string): StoryIdea =>
  story(title, { kind: 'tip', world, hero: who, title, words, number });
const days = (world: World, title: string, words: string, done: number): StoryIdea =>
  story(title, { kind: 'days', world, title, words, done }, ['Collect', 'daily']);
const ranks = (world: World, title: string, rows: readonly (readonly [string, Hero, string])[]): StoryIdea =>
  story(title, { kind: 'ranks', world, title, rows }, ['See my rank', 'ranks']);

const film = (world: World, who: Hero, gear: Gear, title: string, words: string): StoryIdea => {
  const made = gameFilm(world, who, gear, title, words);
  return { title, draft: made.ground, film: made, link: ['Play now', `heroes/${who.toLowerCase()}`] };
};

const group = (
  title: string,
  cover: readonly [World, Parameters<typeof gameCover>[1]],
  [instance, born, pull, fate]: readonly [number, number, number, Fate],
  words: string,
  stories: readonly StoryIdea[],
  labels?: string[][],
): GroupIdea => ({
  title,
  cover: gameCover(...cover),
  instance,
  born,
  pull,
  fate,
  words,
  stories,
  ...(labels ? { labels } : {}),
});

/** The game's story groups, oldest first. */
export const gameGroups: readonly GroupIdea[] = [
  group(
    'First flight',
    ['meadow', { hero: 'Sunny', gear: 'none' }],
    [0, 0, 1, 'pinned'],
    'How to play, in seven pictures.',
    [
      tip(
        'meadow',
        'Sunny',
        1,
        'Tap to flap, hold to glide',
        'Short taps climb. A long hold keeps your height and saves stamina.',
      ),
      tip('lagoon', 'Pip', 2, 'Coins in a row pay double', 'Five in a row start a streak. Do not break it for a gem.'),
      tip('desert', 'Sunny', 3, 'Glide late, land early', 'Hold the wings until the coin trail ends.'),
      tip('ice', 'Frost', 4, 'Cold air is heavy', 'On ice isles you sink faster. Start a flap before each gap.'),
      tip('night', 'Luna', 5, 'Follow the moon moths', 'They always fly towards a hidden chest.'),
      level('Sunny', 'meadow', 6, 'Breeze Meadow', 'Your first six islands', 3),
      chest('meadow', '#c2703d', 'Welcome chest', 'Finish level six and it is yours.', '1,000', '10'),
      level('Pip', 'lagoon', 12, 'Shell Shallows', 'Where the water gets in the way', 2),
    ],
  ),
  group(
    'Meet the flock',
    ['lagoon', { hero: 'Pip', gear: 'goggles' }],
    [0, 0, 1.4, 'runs'],
    'All heroes and their powers.',
    [
      hero(
        'Pip',
        'goggles',
        'lagoon',
        'SWIFT',
        'Captain Pip',
        'Dives through storms and never loses a coin.',
        [92, 70, 45],
      ),
      hero(
        'Luna',
        'wizard',
        'night',
        'LEGENDARY',
        'Luna the Wise',
        'Every third spell is free while the moon is up.',
        [52, 90, 65],
      ),
      hero(
        'Moss',
        'none',
        'meadow',
        'STARTER',
        'Gentle Moss',
        'Finds hidden bridges that nobody else can see.',
        [48, 82, 74],
      ),
      hero('Coral', 'crown', 'candy', 'ROYAL', 'Queen Coral', 'Doubles what daily nests hold.', [60, 95, 50]),
      hero('Frost', 'scarf', 'ice', 'RARE', 'Brave Frost', 'Walks on clouds for two whole seconds.', [66, 54, 88]),
      hero('Ember', 'pirate', 'lava', 'EPIC', 'Ember Black', 'Steals a gem from whoever flies ahead.', [85, 60, 62]),
      hero(
        'Onyx',
        'goggles',
        'dawn',
        'EPIC',
        'Onyx the Quiet',
        'Cannot be seen by moths, owls or rivals.',
        [78, 66, 80],
      ),
      hero(
        'Sunny',
        'headset',
        'desert',
        'STARTER',
        'DJ Sunny',
        'The faster the beat, the wider the wings.',
        [74, 72, 58],
      ),
    ],
  ),
  group('Daily nest', ['candy', 'coin'], [1, 1, 1.8, 'runs'], 'Come back each day.', [
    days('candy', 'Daily nest', 'Come back tomorrow: day nine holds the big one.', 4),
    days('dawn', 'Nest of week two', 'Seven days in a row double the last reward.', 6),
    chest('candy', '#ff5fa2', 'Day nine chest', 'Nine days, one lid, no luck needed.', '9,000', '45'),
    days('lagoon', 'Lagoon nest', 'Pearls instead of coins, this week only.', 2),
    days('night', 'Night owls', 'Log in after nine in the evening for a second egg.', 7),
    chest('night', '#4b3fa7', 'Owl chest', 'For those who were up late.', '4,500', '20'),
    days('desert', 'Desert nest', 'Every egg comes with a map piece.', 5),
    chest('desert', '#c2703d', 'Map chest', 'Nine pieces make one key.', '6,300', '36'),
  ]),
  group('Whisper Woods', ['meadow', { hero: 'Moss', gear: 'none' }], [0, 3, 1.2, 'runs'], 'Chapter seven is open.', [
    level('Moss', 'meadow', 42, 'Whisper Woods', '12 new levels, one hidden bridge', 2),
    level('Luna', 'night', 46, 'Moth Lane', 'Fly where the light moves', 1),
    level('Moss', 'lagoon', 48, 'Mirror Pond', 'What is above is also below', 3),
    tip('meadow', 'Moss', 6, 'Listen for the bells', 'A low bell means: the next island sinks.'),
    hero(
      'Moss',
      'wizard',
      'meadow',
      'NEW LOOK',
      'Forest Sage Moss',
      'Free for all who finish chapter seven.',
      [55, 88, 79],
    ),
    chest('meadow', '#3bb273', 'Hollow oak', 'Behind level 44. You saw it, did you not?', '3,200', '25'),
    level('Onyx', 'dawn', 50, 'Thorn Gate', 'The last one before chapter eight', 1),
    ranks('meadow', 'Fastest in the woods', [
      ['mossy.mo', 'Moss', '1:12.4'],
      ['ash.and.oak', 'Moss', '1:13.0'],
      ['hot.wings', 'Ember', '1:15.8'],
      ['brrr', 'Coral', '1:16.1'],
      ['cold.feet', 'Pip', '1:19.9'],
    ]),
  ]),
  group('Dragon raid', ['lava', 'chest'], [0, 6, 1.9, 'ended'], 'Three raids, one hoard.', [
    versus('lava', ['Ember', 'Pip'], 'Dragon raid', 'Fly in pairs. The hoard is split by luck.', '3 days left'),
    chest('lava', '#7c5cff', 'Dragon hoard', 'Win three raids in a row and the lid opens.', '12,500', '80'),
    level('Ember', 'lava', 60, 'Cinder Stairs', 'The floor is what you think it is', 1),
    hero('Ember', 'crown', 'lava', 'RAID BOSS', 'King Ember', 'Beat him without a shield for his crown.', [90, 40, 95]),
    ranks('lava', 'Raid leaders', [
      ['CaptainHook', 'Ember', '48,650'],
      ['ash.and.oak', 'Moss', '47,120'],
      ['Nightingale_7', 'Luna', '45,900'],
      ['tinywings', 'Sunny', '42,040'],
      ['Frostbite', 'Frost', '39,775'],
    ]),
    tip('lava', 'Ember', 7, 'Never fly straight', 'The dragon aims where you will be in one second.'),
    chest('dawn', '#d62f3c', 'Last ember', 'Everyone who joined gets this one.', '2,000', '15'),
  ]),
  group('Top of the week', ['dawn', { hero: 'Coral', gear: 'crown' }], [1, 7, 1, 'runs'], 'Who flew furthest.', [
    ranks('dawn', 'Top of the week', [
      ['Nightingale_7', 'Luna', '98,420'],
      ['mossy.mo', 'Moss', '91,004'],
      ['CaptainHook', 'Ember', '88,650'],
      ['Frostbite', 'Frost', '80,300'],
      ['sunnyday', 'Sunny', '77,910'],
    ]),
    ranks('night', 'Night league', [
      ['owl.eyes', 'Onyx', '61,200'],
      ['Nightingale_7', 'Luna', '60,870'],
      ['zzz_not', 'Coral', '55,310'],
      ['late.larry', 'Pip', '51,000'],
      ['moth.er', 'Luna', '49,940'],
    ]),
    ranks('lagoon', 'Team ranks', [
      ['The Gulls', 'Pip', '402,118'],
      ['Soft Landing', 'Coral', '398,020'],
      ['Cloud Nine', 'Frost', '377,450'],
      ['Feather & Co', 'Moss', '351,900'],
      ['Early Birds', 'Sunny', '340,007'],
    ]),
    chest('dawn', '#e09f1f', 'Podium chest', 'For the first hundred of each league.', '20,000', '120'),
    tip('dawn', 'Coral', 8, 'Climb on Sundays', 'Most rivals rest. Points count the same.'),
    hero(
      'Coral',
      'goggles',
      'dawn',
      'CHAMPION',
      'Ace Coral',
      'Only for those who held first place for a week.',
      [88, 88, 60],
    ),
  ]),
  group('Ice & Fire Cup', ['ice', { hero: 'Frost', gear: 'scarf' }], [0, 12, 1.7, 'runs'], 'Choose a side.', [
    film('ice', 'Frost', 'scarf', 'Frost is back', 'He walked on clouds all summer.'),
    versus(
      'ice',
      ['Frost', 'Ember'],
      'Ice & Fire Cup',
      'Choose a side. Each win counts for your whole team.',
      'Ends on Sunday',
    ),
    versus('night', ['Luna', 'Onyx'], 'Shadow final', 'Two fly, one returns with the cup.', 'Starts at 20:00'),
    level('Frost', 'ice', 72, 'Glass Peaks', 'Slippery on purpose', 2),
    hero('Frost', 'crown', 'ice', 'CUP SKIN', 'Prince Frost', 'Wears the cup if his team wins it.', [70, 60, 92]),
    chest('ice', '#46b8e8', 'Frozen chest', 'Thaws with every win of your side.', '8,800', '64'),
    ranks('ice', 'Ice team', [
      ['Frostbite', 'Frost', '31,004'],
      ['snow.pea', 'Frost', '29,870'],
      ['Nightingale_7', 'Luna', '27,420'],
      ['cold.feet', 'Pip', '24,150'],
      ['brrr', 'Coral', '21,000'],
    ]),
    ranks('lava', 'Fire team', [
      ['CaptainHook', 'Ember', '32,650'],
      ['hot.wings', 'Ember', '30,010'],
      ['sunnyday', 'Sunny', '28,333'],
      ['ash.and.oak', 'Moss', '26,870'],
      ['matchstick', 'Onyx', '22,444'],
    ]),
    tip('ice', 'Frost', 9, 'Team before gold', 'A shared shield is worth three single wins.'),
    versus('dawn', ['Pip', 'Coral'], 'Friendly match', 'No points, no pressure, new wings for both.', 'Open all week'),
  ]),
  group('Gem shop', ['ice', 'gem'], [2, 15, 0.7, 'runs'], 'Bundles of the week.', [
    chest('lagoon', '#0b6e99', 'Starter pouch', 'Enough for the first three wings.', '5,000', '50'),
    chest('candy', '#c13584', 'Candy bundle', 'With the sweet skin for Coral.', '15,000', '180'),
    chest('night', '#3d405b', 'Midnight vault', 'Opens for 24 hours, then never again.', '60,000', '700'),
    hero('Coral', 'wizard', 'candy', 'BUNDLE', 'Sugar Coral', 'Leaves a trail of sprinkles.', [64, 92, 48]),
    hero('Onyx', 'scarf', 'night', 'BUNDLE', 'Midnight Onyx', 'Cape included.', [82, 64, 78]),
    hero('Frost', 'headset', 'ice', 'BUNDLE', 'DJ Frost', 'Drops the beat and the temperature.', [70, 66, 80]),
    hero('Ember', 'wizard', 'lava', 'BUNDLE', 'Spark Ember', 'Throws fire that does not burn friends.', [84, 58, 70]),
    tip('lagoon', 'Pip', 10, 'Save for wings first', 'Skins look good. Wings fly.'),
  ]),
  group('Lagoon season', ['lagoon', { hero: 'Pip', gear: 'pirate' }], [0, 18, 1.3, 'resumed'], 'The season pass.', [
    film('lagoon', 'Pip', 'pirate', 'Ahoy, season 5', 'Thirty tiers of salt and pearls.'),
    level('Pip', 'lagoon', 80, 'Pearl Reef', '20 levels under open sky', 3),
    hero('Pip', 'pirate', 'lagoon', 'SEASON 5', 'Pirate Pip', 'Tier 30 of the lagoon pass.', [94, 74, 50]),
    days('lagoon', 'Season nest', 'Pass holders open two eggs a day.', 3),
    chest('lagoon', '#c2703d', 'Sunken chest', 'Five maps lead to it. You have three.', '10,000', '90'),
    versus('lagoon', ['Pip', 'Moss'], 'Reef race', 'First to the buoy takes the pearl.', '6 days left'),
    ranks('lagoon', 'Reef racers', [
      ['cold.feet', 'Pip', '12,480'],
      ['mossy.mo', 'Moss', '12,105'],
      ['Frostbite', 'Frost', '11,970'],
      ['hot.wings', 'Ember', '11,020'],
      ['snow.pea', 'Frost', '10,555'],
    ]),
    tip('lagoon', 'Pip', 11, 'Ride the spray', 'A wave below you gives a free flap above it.'),
    hero('Moss', 'goggles', 'lagoon', 'SEASON 5', 'Diver Moss', 'Tier 12, with bubbles.', [58, 80, 82]),
  ]),
  group(
    'Creator corner',
    ['desert', { hero: 'Sunny', gear: 'headset' }],
    [0, 21, 0.6, 'approved'],
    'Levels by players.',
    [
      level('Sunny', 'desert', 7, 'Dune Disco', 'by sunnyday, 12,000 likes', 3),
      level('Coral', 'candy', 9, 'Cake Factory', 'by zzz_not, 9,400 likes', 2),
      level('Onyx', 'night', 11, 'Hush', 'by owl.eyes, no music at all', 1),
      level('Moss', 'meadow', 8, 'Picnic Run', 'by mossy.mo, 7,210 likes', 3),
      level('Frost', 'ice', 10, 'Snow Globe', 'by snow.pea, shake it', 2),
      tip('desert', 'Sunny', 12, 'Build short, build kind', 'Levels under a minute get three times the plays.'),
      hero(
        'Sunny',
        'crown',
        'desert',
        'CREATOR',
        'Maker Sunny',
        'For everyone whose level got 1,000 likes.',
        [72, 84, 60],
      ),
    ],
  ),
  group(
    'Bug hunt',
    ['night', { hero: 'Onyx', gear: 'goggles' }],
    [0, 24, 0.4, 'paused'],
    'Known troubles, and thanks.',
    [
      tip('night', 'Onyx', 13, 'Stuck on level 46?', 'Update to 3.9.2. The moth moves again.'),
      tip('dawn', 'Onyx', 14, 'Thank you, testers', '214 reports, 61 fixes, one golden egg each.'),
      chest('dawn', '#e09f1f', 'Golden egg', 'For all who sent a report.', '2,500', '30'),
    ],
  ),
  group('Moon festival', ['night', { hero: 'Luna', gear: 'wizard' }], [0, 27, 2, 'runs'], 'Seven nights.', [
    film('night', 'Luna', 'crown', 'Moon festival', 'Seven nights. Look up.'),
    versus('night', ['Luna', 'Sunny'], 'Festival race', 'Seven nights, seven lanterns, one new hero.', 'Seven nights'),
    hero('Luna', 'crown', 'night', 'FESTIVAL', 'Moonlit Luna', 'Light five lanterns to meet her.', [60, 98, 70]),
    level('Luna', 'night', 90, 'Lantern Path', 'Only flies after dusk', 2),
    days('night', 'Seven lanterns', 'One each night. Missed one? Share to relight it.', 3),
    chest('night', '#7c5cff', 'Moon chest', 'Opens with the seventh lantern.', '17,700', '140'),
    tip('night', 'Luna', 15, 'Lanterns lift you', 'Fly under one and you rise without a flap.'),
    ranks('night', 'Brightest fliers', [
      ['Nightingale_7', 'Luna', '7 lit'],
      ['owl.eyes', 'Onyx', '7 lit'],
      ['moth.er', 'Luna', '6 lit'],
      ['tinywings', 'Sunny', '6 lit'],
      ['snow.pea', 'Frost', '5 lit'],
    ]),
  ]),
];
