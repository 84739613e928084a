/** How many stars a rating has; apart from the bounds, so that what draws one need not carry them all. */
export const mostStars = 5;

/** How the name of a component is spelled. */
export const componentIdShape = /^[A-Za-z0-9_-]{8,36}$/;

/** Bounds of a design. Lengths in code points, places and sizes in canvas units, times in ms, angles in degrees. */
export const studioLimits = {
  components: 30,
  answerable: 5,
  productTags: 5,
  swipes: 1,
  buttons: 3,
  fonts: 3,
  /** Of `studio` as it is kept, in bytes of UTF-8 JSON. */
  bytes: 32 * 1024,
  rules: 20,
  x: [-360, 720],
  y: [-640, 1280],
  width: [8, 720],
  height: [8, 1280],
  rotation: [-180, 180],
  zIndex: [0, 99],
  timeMs: 1_800_000,
  imageMs: [1000, 20_000],
  zoom: [100, 300],
  radius: [0, 320],
  fontSize: [8, 96],
  textSize: [1, 5],
  opacity: [10, 100],
  emojis: [3, 5],
  options: [2, 4],
  stars: mostStars,
  name: 80,
  alt: 200,
  button: 40,
  text: 300,
  question: 60,
  option: 30,
  explanation: 80,
  countdownTitle: 40,
  endText: 60,
  productId: 64,
  productName: 60,
  price: 20,
} as const;
