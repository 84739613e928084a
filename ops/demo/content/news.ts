import type { GroupIdea } from './group.ts';
import { articles, briefing, figure, forecast, market, newsGroup, quote, score } from './news-ideas.ts';

/** The paper's story groups, oldest first. */
export const newsGroups: readonly GroupIdea[] = [
  newsGroup('Morning briefing', ['Briefing', { letter: 'M' }], [0, 0, 1.9, 'pinned'], 'Five things before breakfast.', [
    briefing('Five things before breakfast', [
      'Ministers meet again over the ferry budget',
      'Rail strike called off at midnight',
      'A comet is visible after dusk, look north-west',
      'Two museums drop their entry fees',
      'Why your coffee costs more this month',
    ]),
    briefing('What to watch this week', [
      'Monday: the harbour vote',
      'Tuesday: rates decision at noon',
      'Wednesday: Fjordvik play for the cup',
      'Thursday: the last night train returns',
      'Friday: lights out for the comet',
    ]),
    briefing('While you were asleep', [
      'Storm Edda turns east',
      'Markets open higher in the north',
      'A lost violin is found on a tram',
      'Ashdale sign their captain until 2030',
      'The oldest oak gets a number plate',
    ]),
    ...articles('World', [
      ['globe', 'Forty nations sign the quiet seas pact', 'Ships will slow down where whales calve, from January on.'],
      ['sea', 'Harbour towns bring back the night ferry', 'After eleven years three councils agreed on a timetable.'],
    ]),
    figure(
      'Briefing',
      '1 in 3',
      'commutes by bicycle',
      'For the first time more people reach the centre on two wheels than by car.',
      [
        ['Bicycle', 34],
        ['Tram', 29],
        ['Car', 22],
        ['On foot', 15],
      ],
    ),
  ]),
  newsGroup('World', ['World', 'globe'], [0, 0, 1.2, 'runs'], 'From everywhere.', [
    ...articles('World', [
      ['globe', 'One map for all the oceans', 'Two hundred ships measured what no one had seen.'],
      ['hall', 'A treaty that took thirty years', 'Live from the signing in the old assembly hall.'],
      ['city', 'The city that switched off its lamps', 'Stars are back over nine million people.'],
      ['mountains', 'Glacier villages move downhill', 'Three valleys plan their future together.'],
      ['sea', 'Rescue at the outer reef', 'All forty-one sailors are safe.'],
      ['fields', 'Harvest begins two weeks early', 'Farmers from four countries compare notes.'],
      ['hall', 'The court that sits on a ship', 'Twelve judges, three harbours, one case.'],
    ]),
    quote(
      'World',
      'Borders are drawn by people who do not have to walk across them.',
      'Amara Diallo',
      'Envoy for the river states',
    ),
    figure(
      'World',
      '8.3',
      'billion people',
      'Growth is slower than at any time since 1950, and most of it is in cities.',
      [
        ['Asia', 59],
        ['Africa', 19],
        ['Europe', 9],
        ['Americas', 13],
      ],
    ),
  ]),
  newsGroup('Politics', ['Politics', 'hall'], [0, 1, 0.9, 'runs'], 'Votes and voices.', [
    ...articles('Politics', [
      ['hall', 'Budget passes by a single vote', 'The speaker broke the tie at 2.14 in the morning.'],
      ['city', 'Mayors ask for their own rail', 'Twelve cities, one line, no minister in sight.'],
      ['hall', 'Who counts the ballots?', 'A walk through the longest night of the year.'],
      ['fields', 'The village that elects by lot', 'It has worked since 1822, says the baker.'],
      ['sea', 'Fishing rights, drawn again', 'A line in the water, moved by one mile.'],
    ]),
    quote(
      'Politics',
      'I did not lose my patience. I lent it, and I want it back.',
      'Greta Holm',
      'Leader of the opposition',
    ),
    figure(
      'Politics',
      '71%',
      'turned out to vote',
      'The highest turnout since the reform, driven by those under thirty.',
      [
        ['Under 30', 76],
        ['30 to 50', 72],
        ['50 to 65', 70],
        ['Over 65', 67],
      ],
    ),
  ]),
  newsGroup('Markets', ['Business', 'city'], [0, 2, 1, 'runs'], 'Money, twice a day.', [
    market(
      'Northern 40 index',
      '8,412.6',
      '+1.8%',
      true,
      [4, 5, 4.5, 6, 6.4, 5.8, 7, 8, 7.6, 9],
      'Shipping and chips lead the best day since spring.',
    ),
    market(
      'Crude oil, barrel',
      '$71.30',
      '-2.4%',
      false,
      [9, 8.6, 8.8, 7.4, 7.7, 6.2, 6.4, 5.1, 5.3, 4],
      'More supply from the north, less demand from the roads.',
    ),
    market(
      'Krone to euro',
      '0.0874',
      '+0.6%',
      true,
      [3, 3.4, 3.1, 4, 4.6, 4.2, 4.9, 5.4, 5.1, 6],
      'The central bank hints at one more step in winter.',
    ),
    market(
      'Coffee, per pound',
      '$3.94',
      '+4.1%',
      true,
      [2, 2.4, 3, 2.8, 4.1, 4.9, 5.4, 7, 7.2, 8.4],
      'Frost in the highlands: your morning cup feels it first.',
    ),
    ...articles('Business', [
      ['city', 'The bank without a single branch', 'It turned ten this week and opened a café.'],
      ['sea', 'Container rates fall for a sixth week', 'Why your next sofa may cost less.'],
      ['fields', 'Oats are the new gold', 'How a porridge became a stock market story.'],
    ]),
  ]),
  newsGroup('Matchday', ['Sport', 'pitch'], [1, 3, 1.7, 'runs'], 'Scores as they come.', [
    score('Northern League · Round 14', ['Fjordvik', '#d7263d', 3], ['Ashdale', '#2267b0', 2], 'Full time', [
      "12' Larsen, from 20 metres",
      "38' Okoye, header",
      "71' Larsen, penalty",
    ]),
    score('Northern League · Round 14', ['Port Aster', '#1f6f4f', 1], ['Ravnsund', '#f0a202', 1], 'Full time', [
      "55' Silva, free kick",
      "90' Berg, at the far post",
    ]),
    score('Cup, semi-final', ['Meridian', '#5b2a86', 0], ['Fjordvik', '#d7263d', 2], "78'", [
      "21' Larsen, after a corner",
      "64' Haddad, on the break",
      "70' Red card for Meridian",
    ]),
    score('Women’s league', ['Ashdale', '#2267b0', 4], ['Kettle Bay', '#e4572e', 1], 'Full time', [
      "9' Nakamura, volley",
      "33' and 47' Osei",
      "82' Nakamura, her 20th",
    ]),
    ...articles('Sport', [
      ['pitch', 'Larsen: “I still lace my own boots”', 'The top scorer on luck, knees and her grandmother.'],
      ['mountains', 'First ascent without a rope, or a camera', 'Nobody was to know. Then a shepherd looked up.'],
      ['sea', 'Four rowers, one ocean, 38 days', 'Live: the last miles to the pier.'],
      ['pitch', 'Kettle Bay change their keeper', 'After 211 games the gloves go to a nineteen-year-old.'],
    ]),
    quote(
      'Sport',
      'We train for the minute in which nobody can think any more.',
      'Salma Haddad',
      'Captain of Fjordvik',
    ),
  ]),
  newsGroup(
    'Weather',
    ['Weather', 'cloud'],
    [0, 4, 1.5, 'runs'],
    'Five days, four places.',
    [
      forecast('Port Aster', 17, 'cloud', 'Sun breaks through before noon. Light wind from the west.', [
        ['Mon', 'sun', 19, 11],
        ['Tue', 'cloud', 17, 10],
        ['Wed', 'rain', 14, 9],
        ['Thu', 'storm', 13, 8],
        ['Fri', 'sun', 18, 9],
      ]),
      forecast('Northern coast', 6, 'storm', 'Gusts up to 95 km/h until midnight. Ferries stay in port.', [
        ['Mon', 'storm', 8, 4],
        ['Tue', 'rain', 9, 5],
        ['Wed', 'snow', 1, -3],
        ['Thu', 'cloud', 4, 0],
        ['Fri', 'sun', 7, 1],
      ]),
      forecast('Highlands', -4, 'snow', 'Fresh snow above 700 metres. Mind the passes.', [
        ['Mon', 'snow', -2, -9],
        ['Tue', 'snow', -1, -8],
        ['Wed', 'cloud', 1, -5],
        ['Thu', 'sun', 3, -6],
        ['Fri', 'sun', 4, -4],
      ]),
      forecast('Southern lakes', 24, 'sun', 'Warm and dry, water at 19 degrees.', [
        ['Mon', 'sun', 25, 14],
        ['Tue', 'sun', 26, 15],
        ['Wed', 'cloud', 23, 15],
        ['Thu', 'rain', 19, 12],
        ['Fri', 'cloud', 21, 12],
      ]),
      ...articles('Weather', [
        ['fields', 'Why this autumn feels like two', 'A blocked jet stream, explained in five drawings.'],
        ['mountains', 'Avalanche warning, level four', 'Which passes are closed, and until when.'],
      ]),
    ],
    [['north', 'south']],
  ),
  newsGroup('Election night', ['Politics', { letter: 'E' }], [0, 6, 2.2, 'ended'], 'Every count, live.', [
    figure(
      'Politics',
      '48.6',
      'percent for the harbour list',
      'With nine of ten districts counted the lead is past reach.',
      [
        ['Harbour list', 48.6],
        ['Green valley', 27.1],
        ['Old town', 15.8],
        ['Others', 8.5],
      ],
    ),
    ...articles('Politics', [
      ['hall', 'Polls are closed', 'Live: first counts from the islands at nine.'],
      ['city', 'Old town turns, for the first time', 'Live: forty votes decided the third district.'],
      ['stage', 'The speech, in two minutes', 'Thanks, a joke, and a promise about the ferry.'],
    ]),
    quote('Politics', 'Tonight we celebrate. Tomorrow we answer the phone.', 'Ingrid Sol', 'Mayor-elect of Port Aster'),
    briefing('What happens next', [
      'Recount in the third district',
      'Council meets on Tuesday',
      'The ferry vote comes first',
      'New faces: seven of fifteen',
      'And the old mayor? Fishing.',
    ]),
  ]),
  newsGroup('Science', ['Science', 'lab'], [0, 9, 1, 'runs'], 'Found out this week.', [
    ...articles('Science', [
      ['lab', 'A battery made of sand and salt', 'It holds a winter. It costs a bicycle.'],
      ['globe', 'Water on the near side', 'A small rover digs where nobody looked.'],
      ['lab', 'The protein that remembers', 'Mice learn once and keep it for life.'],
      ['mountains', 'Oldest footprints under the ice', 'Two adults and a child walked here together.'],
      ['globe', 'A comet you can see without a telescope', 'After dusk, low in the north-west, until Sunday.'],
    ]),
    figure(
      'Science',
      '0.003°',
      'is the new zero',
      'Colder than anything between the stars, for eleven minutes, in a basement.',
      [
        ['This lab', 11],
        ['Before', 4],
        ['In orbit', 7],
      ],
    ),
    quote(
      'Science',
      'The experiment failed so beautifully that we published it.',
      'Dr. Yuki Mori',
      'Physicist, low temperature lab',
    ),
  ]),
  newsGroup('Climate desk', ['Climate', 'fields'], [0, 13, 0.8, 'runs'], 'What changes, what works.', [
    figure(
      'Climate',
      '64%',
      'of power came from wind',
      'The first week in which turbines off the coast outran every other source together.',
      [
        ['Wind', 64],
        ['Water', 21],
        ['Sun', 9],
        ['Gas', 6],
      ],
    ),
    ...articles('Climate', [
      ['fields', 'The farm that grows soil', 'Ten years without a plough, and twice the worms.'],
      ['sea', 'Kelp returns to the sound', 'Divers planted by hand. Then the otters came.'],
      ['city', 'White roofs, cooler nights', 'Four degrees for the price of a bucket of paint.'],
      ['mountains', 'The glacier has a blanket now', 'And the ski lift has a new route.'],
    ]),
    quote(
      'Climate',
      'We stopped asking who is to blame and started asking who has a drill.',
      'Lena Brandt',
      'Roof cooperative, Ravnsund',
    ),
  ]),
  newsGroup('Culture', ['Culture', 'stage'], [0, 17, 0.9, 'approved'], 'Stages, screens, pages.', [
    ...articles('Culture', [
      ['stage', 'She sang it in the dark', 'A power cut, nine hundred people, one voice.'],
      ['hall', 'Museum opens its cellar', 'Forty thousand things nobody had seen.'],
      ['city', 'A film shot from one window', 'Three years, one street, no script.'],
      ['stage', 'The smallest opera house', 'Twelve seats and a waiting list until spring.'],
      ['fields', 'The painter who only paints hay', 'Two hundred fields, not one the same.'],
    ]),
    quote('Culture', 'A good song is a door somebody left open.', 'Noor van Dijk', 'Singer and carpenter'),
  ]),
  newsGroup('Weekend away', ['Travel', 'sea'], [2, 20, 1.1, 'runs'], 'Two days, one bag.', [
    ...articles('Travel', [
      ['sea', 'An island with one bus', 'Get off where the driver tells you to.'],
      ['mountains', 'Hut to hut in four days', 'Soup at every pass, and a bed if you call.'],
      ['city', '24 hours in Ravnsund', 'Start at the fish hall. End there, too.'],
      ['fields', 'By slow train through the orchards', 'Windows open, one apple per stop.'],
      ['mountains', 'Where the night is still dark', 'Five places to see the comet from.'],
    ]),
    forecast('Your weekend', 19, 'sun', 'Dry until Sunday afternoon. Take a jumper for the boat.', [
      ['Thu', 'cloud', 16, 9],
      ['Fri', 'sun', 18, 9],
      ['Sat', 'sun', 20, 10],
      ['Sun', 'cloud', 18, 11],
      ['Mon', 'rain', 14, 9],
    ]),
  ]),
  newsGroup('Opinion', ['Opinion', { letter: '“' }], [0, 23, 0.5, 'waits'], 'Five voices.', [
    quote(
      'Opinion',
      'A city is finished only when it stops listening to the people who walk in it.',
      'Ines Calloway',
      'Urban planner and columnist',
    ),
    quote('Opinion', 'Boredom was the best school I went to. We should reopen it.', 'Marta Kowalska', 'Teacher'),
    quote('Opinion', 'The bus is a democracy with windows.', 'Ruth Adeyemi', 'Driver, line 7'),
  ]),
  newsGroup('City', ['City', 'mountains'], [2, 25, 1.3, 'runs'], 'Port Aster, street by street.', [
    ...articles('City', [
      ['city', 'Line 9 opens on Sunday', 'Seven stops, two of them under the river.'],
      ['sea', 'The pier gets its lamps back', 'Cast from the moulds of 1911.'],
      ['stage', 'Street music until ten', 'The council met. The drummers won.'],
      ['fields', 'A meadow on the old car park', 'Bring a blanket. Leave the car.'],
      ['city', 'Baker Street bakery turns 100', 'The sourdough is older than the tram.'],
    ]),
    figure('City', '212', 'trees planted in a night', 'Volunteers, shovels and one very patient fire engine.', [
      ['Maple', 80],
      ['Lime', 64],
      ['Cherry', 44],
      ['Oak', 24],
    ]),
  ]),
];
