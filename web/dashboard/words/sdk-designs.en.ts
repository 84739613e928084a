import { defineWords } from '#contracts/words/define.ts';

/** Texts of how an SDK of one's own draws designs. */
export const sdkDesignWords = defineWords('sdk-designs', {
  title: 'Draw designs in your own SDK',
  intro:
    'A story can have a design (<code>studio</code>) and lead somewhere (<code>conditions</code>). Both are <code>null</code> in stories without. An SDK that does not know them shows picture or video and link, in order.',
  example: 'A designed story, as it is delivered',
  exampleAlt: 'Two coats on a rail',
  exampleQuestion: 'Which coat for November?',
  exampleOption: 'Camel wool',
  exampleOtherOption: 'Navy parka',
  copyExample: 'Copy the designed story',
  drawTitle: 'Draw',
  canvas:
    'Places and sizes are units of a canvas, 360 wide and 640 high: the largest rectangle of 9:16 in the middle of the screen. The picture or video fills it as <code>medium</code> says. What it leaves free has the color <code>background</code>, or black.',
  order:
    'Draw by <code>z_index</code>, the lowest first. Equal ones go by kind: cta, image, text, reaction, quiz, poll, rating, countdown, product tag, then by place in the list.',
  turn: '<code>position</code> is the top left corner before the turn. <code>rotation</code> turns clockwise, in degrees, about the middle of the component.',
  time: 'Show a component from <code>start_time</code> until <code>end_time</code>, in milliseconds of the story. <code>null</code> is its end. <code>duration_ms</code> says how long a picture stays.',
  sizes:
    '<code>font_size</code> is in units. <code>text_size</code> of a cta is a step: 1 to 5 are 12, 16, 20, 24 and 32 units. Colors are <code>#rrggbb</code>, or <code>#rrggbbaa</code> with opacity.',
  mirror:
    'In languages that read from right to left, texts and the bars of options start at the right. Components stay where they are.',
  reading:
    'Screen readers go from top to bottom, then from start to end. They say <code>name</code>, or the words of the component. Pictures have <code>alt</code>; <code>decorative</code> ones are passed over.',
  fonts:
    'The eight fonts may be shipped with any app (SIL Open Font License). Use the weights 400 and 700, and the font of the system for emoji and for scripts that a font lacks.',
  answerTitle: 'Answer and count',
  once: 'A viewer answers a component once. Remember the answer for that viewer alone, with consent beyond the visit, and show it when the story comes again.',
  seen: 'Send <code>component_impression</code> when a component has been in view for 1 second, once each time the story is shown.',
  value:
    'Send answers with <code>component_id</code> and <code>value</code>: the letter of the option by its place (<code>A</code> to <code>D</code>), the emoji exactly as delivered, stars as a number from 1 to 5. Reaction and rating are sent 1 second after the last touch.',
  tags: '<code>product_tag_clicked</code> carries <code>product_id</code> and is sent at each tap. <code>opens</code> says what follows: a card in the story, the app (<code>deep_link</code>) or the web (<code>outlink</code>).',
  reminders:
    'A countdown with <code>reminder</code> has a switch. Send <code>countdown_reminder_set</code> or <code>countdown_reminder_removed</code>, without a value; your app sets the reminder for <code>ts_end</code>. At that time <code>end_text</code> takes the place of the units.',
  links:
    '<code>story_clicked</code> names the <code>component_id</code> of its button or Swipe Up. The Swipe Up of a design is the link of the story.',
  refused:
    'Events about a component that the story never had (<code>UnknownComponent</code>), or with an answer that it does not take (<code>InvalidValue</code>), are refused and shown in SDK health.',
  sent: 'What is sent when the viewer chooses the second option',
  copySent: 'Copy the events',
  resultsTitle: 'Show results',
  results:
    'Ask <code>GET /sdk/v1/{token}/results?story_id=…</code> before the viewer answers, add the answer, and show shares that add up to 100. It tells of components with <code>show_results</code>; show the total where <code>show_total</code> is true.',
  resultsExample: 'How the example was answered so far',
  copyResults: 'Copy the results',
  leadTitle: 'Lead on',
  rules:
    'When a story is left forward, take the first rule whose component the viewer has answered with one of its <code>values</code>, today or earlier, and show the story <code>to</code>. Without one show <code>next</code>, and where that is <code>null</code> the story after it.',
  leadOn:
    'An answer with a rule leads on by itself 1.5 seconds after it is final. <code>end</code> ends the group and sends <code>group_completed</code>. Stories that are passed over send nothing, and back is the way the viewer came.',
  preview:
    'With <code>preview</code> the player of web pages sends and stores nothing. Give your SDK the same switch, for your own views.',
});
