import type { ReactNode } from 'react';
import { Button } from '../kit/buttons/Button.tsx';
import { Card } from '../kit/Card.tsx';
import css from './FormCard.module.css';

/** Properties of a FormCard; `save` is the label of its button, which is outlined with `secondary`. */
export interface FormCardProps {
  title: string;
  titleEnd?: ReactNode;
  save: string;
  secondary?: boolean;
  busy: boolean;
  onSubmit: () => unknown;
  children: ReactNode;
}

/** A form of the settings: a card with its fields, and a button that sends it. */
export function FormCard({ title, titleEnd, save, secondary = false, busy, onSubmit, children }: FormCardProps) {
  return (
    <Card as="section" title={title} titleEnd={titleEnd} aria-label={title}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div className={css.end}>
          <Button type="submit" variant={secondary ? 'secondary' : 'primary'} loading={busy}>
            {save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
