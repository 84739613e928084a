import { ArrowLeft, Play, RectangleVertical, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { StudioView } from '../page/desk-props.ts';
import css from './TopBar.module.css';

/** Properties of a FlowBar. */
export interface FlowBarProps {
  group: { title: string; address: string };
  where: string;
  /** Whether the story that is open is saved. */
  saved: ReactNode;
  people: ReactNode;
  publish: ReactNode;
  isWalking: boolean;
  onWalk: () => void;
  onView: (view: StudioView) => void;
}

/** The bar of the flow: which group it is, whether it is saved, the way back to the stories, the preview and Publish. */
export function FlowBar({ group, where, saved, people, publish, isWalking, onWalk, onView }: FlowBarProps) {
  return (
    <header className={css.bar}>
      <div className={css.start}>
        <Link className={css.back} to={group.address} aria-label={t(studioWords.back, { group: group.title })}>
          <ArrowLeft size={18} aria-hidden />
        </Link>
        <div className={css.names}>
          <h1 className={`${css.heading} ${css.groupName} truncate`}>{group.title}</h1>
          <div className={`${css.where} truncate`}>{where}</div>
        </div>
        {saved}
      </div>
      <div className={css.middle}>
        <SegmentedControl
          label={t(words.view)}
          value="flow"
          options={[
            { value: 'stories', label: t(words.stories), icon: <RectangleVertical aria-hidden /> },
            { value: 'flow', label: t(words.flow), icon: <Split aria-hidden /> },
          ]}
          onChange={onView}
        />
      </div>
      <div className={css.end}>
        {people}
        <Button icon={<Play aria-hidden />} aria-pressed={isWalking} onClick={onWalk}>
          {t(words.preview)}
        </Button>
        {publish}
      </div>
    </header>
  );
}
