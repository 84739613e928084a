/** Width and height, px. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The shape of a story: 9 wide, 16 high. */
export const storyShape: PictureSize = { width: 9, height: 16 };

const mostCut = 0.15;

/** Whether a picture fills a stage, which cuts off less than 15 % of it; otherwise it is shown whole, with bars. */
export const fillsStage = (picture: PictureSize, stage: PictureSize): boolean => {
  const ratio = (picture.width * stage.height) / (picture.height * stage.width);
  return Math.min(ratio, 1 / ratio) > 1 - mostCut;
};

const phoneShape: PictureSize = { width: 9, height: 19.5 };

/** Whether people see a picture with bars around it, on a stage of a story's shape as on the screen of a phone. */
export const isBarred = (picture: PictureSize): boolean =>
  !fillsStage(picture, storyShape) && !fillsStage(picture, phoneShape);
