import { breakpoint, color, radius, type } from './tokens.ts';

/** Below the width at which rows become cards. */
export const phone = `@media (max-width: ${breakpoint.phone - 0.02}px)`;
/** From that width on. */
export const desk = `@media (min-width: ${breakpoint.phone}px)`;
/** Where a finger points. */
export const touch = '@media (pointer: coarse)';
/** Text of tables and bars. */
export const small = { fontSize: type.small.size, lineHeight: `${type.small.line}px`, letterSpacing: '-0.006em' };
/** Text of heads and labels. */
export const caption = {
  fontSize: type.caption.size,
  lineHeight: `${type.caption.line}px`,
  fontWeight: 500,
  letterSpacing: 0,
};
/** A field that is written in. */
export const focused = { borderColor: color.primary, boxShadow: `0 0 0 3px ${color.focusHalo}` };
/** Where the keyboard is. */
export const focusRing = { outline: `2px solid ${color.primary}`, outlineOffset: 2 };
/** A button of a bar. */
export const outlined = {
  minWidth: 0,
  height: 34,
  padding: '0 12px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  color: color.text1,
  ...small,
  fontWeight: 500,
  '&:hover': { backgroundColor: color.hover, borderColor: color.lineStrong },
  '&.Mui-disabled': { color: color.text1, opacity: 0.45, borderColor: color.lineStrong },
  [touch]: { height: 40 },
};
