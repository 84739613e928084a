import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../kit/buttons/IconButton.tsx';
import { Drawer } from '../../../kit/overlays/Drawer.tsx';
import { kitWords } from '../../../words/kit.en.ts';
import { t } from '../../../words/t.ts';
import css from './MemberPanel.module.css';

/** Properties of a PanelFrame; `picture` is whom it is about. */
export interface PanelFrameProps {
  beside: boolean;
  picture: ReactNode;
  title: string;
  subtitle: string;
  footer: ReactNode;
  children: ReactNode;
  saving: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

function Aside({ picture, title, subtitle, footer, children, saving, onSubmit, onClose }: PanelFrameProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <aside
      ref={panel}
      className={css.aside}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !saving) onClose();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className={css.head}>
          {picture}
          <div className={css.who}>
            <h2 id={id} className="t-card">
              {title}
            </h2>
            <p className="t-small truncate">{subtitle}</p>
          </div>
          <IconButton label={t(kitWords.close)} icon={<X />} disabled={saving} onClick={onClose} noTooltip />
        </div>
        <div className={css.body}>{children}</div>
        <div className={css.foot}>{footer}</div>
      </form>
    </aside>
  );
}

/** A panel beside the list where there is room, else a drawer over it. */
export function PanelFrame(props: PanelFrameProps) {
  const { beside, title, subtitle, footer, children, saving, onSubmit, onClose } = props;
  if (beside) return <Aside {...props} />;
  return (
    <Drawer open title={title} subtitle={subtitle} footer={footer} stays={saving} onSubmit={onSubmit} onClose={onClose}>
      {children}
    </Drawer>
  );
}
