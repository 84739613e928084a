import { ArrowRight, Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { ButtonLink } from '../../kit/buttons/ButtonLink.tsx';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { CopyCode } from '../../kit/buttons/CopyCode.tsx';
import { CopyLink } from '../../kit/buttons/CopyLink.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Key } from '../../kit/text/Key.tsx';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

const variants = [
  ['primary', devWords.primary],
  ['secondary', devWords.secondary],
  ['accent', devWords.accent],
  ['quiet', devWords.quiet],
  ['link', devWords.link],
  ['danger', devWords.danger],
  ['danger-outline', devWords.dangerOutline],
] as const;
const sizes = [
  ['small', devWords.small],
  ['toolbar', devWords.toolbar],
  ['medium', devWords.medium],
  ['large', devWords.large],
] as const;

/** Buttons of every loudness, size and state. */
export function ButtonSamples() {
  const reason = t(devWords.reason);
  return (
    <>
      <Row>
        {variants.map(([variant, name]) => (
          <Button key={variant} variant={variant}>
            {t(name)}
          </Button>
        ))}
      </Row>
      <Row>
        {variants.map(([variant, name]) => (
          <Button key={variant} variant={variant} disabled>
            {t(name)}
          </Button>
        ))}
      </Row>
      <Row>
        {sizes.map(([size, name]) => (
          <Button key={size} size={size} icon={<Plus aria-hidden />}>
            {t(name)}
          </Button>
        ))}
      </Row>
      <Row>
        <Button variant="primary" loading>
          {t(devWords.busy)}
        </Button>
        <Button loading>{t(devWords.busy)}</Button>
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={reason}>
          {t(devWords.refused)}
        </Button>
        <Button to="/dev/kit" iconEnd={<ArrowRight aria-hidden />}>
          {t(devWords.link)}
        </Button>
        <ButtonLink href="/dev/outbox">{t(devWords.elsewhere)}</ButtonLink>
        <Key>{t(devWords.escape)}</Key>
      </Row>
      <Row columns>
        <Button variant="primary" size="large" block>
          {t(devWords.block)}
        </Button>
      </Row>
      <Row>
        <IconButton label={t(devWords.edit)} icon={<Pencil />} size="small" />
        <IconButton label={t(devWords.edit)} icon={<Pencil />} />
        <IconButton label={t(devWords.edit)} icon={<Pencil />} size="bar" />
        <IconButton label={t(devWords.copy)} icon={<Copy />} variant="outlined" />
        <IconButton label={t(devWords.remove)} icon={<Trash2 />} disabledReason={reason} />
        <IconButton label={t(devWords.remove)} icon={<Trash2 />} disabled />
        <CopyButton text={t(devWords.nameValue)} label={t(devWords.copy)} />
        <CopyLink label={t(devWords.copyLink)} name="sample" value="1" />
        <CopyCode text={t(devWords.token)} label={t(devWords.copy)} />
      </Row>
    </>
  );
}
