import { AppIcon, Avatar } from '../../kit/pictures/Avatar.tsx';
import { Cover, type CoverState } from '../../kit/pictures/Cover.tsx';
import { MoreTile, StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

const states: readonly CoverState[] = ['active', 'inactive', 'test', 'uploading'];

/** People, apps, covers and stories. */
export function PictureSamples() {
  const name = t(devWords.group);
  return (
    <>
      <Row>
        <Avatar name={t(devWords.person)} id="first" />
        <Avatar name={t(devWords.person)} id="second" />
        <Avatar name={t(devWords.other)} id={null} size={44} />
        <AppIcon title={t(devWords.app)} />
        <AppIcon title={t(devWords.app)} size={44} seed="another" />
      </Row>
      <Row>
        {states.map((state) => (
          <Cover key={state} name={name} state={state} progress={0.64} />
        ))}
        <Cover name={name} size={72} ivod />
        <Cover name={name} size={20} />
        <Cover name={name} plain />
      </Row>
      <Row>
        <StoryThumb width={90} />
        <StoryThumb width={90} off />
        <StoryThumb width={36} />
        <MoreTile count={4} width={36} />
      </Row>
    </>
  );
}
