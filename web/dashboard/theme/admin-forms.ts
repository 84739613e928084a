import type { ThemeOptions } from '@mui/material/styles';
import { focusRing, outlined, phone, small, touch } from './admin-shapes.ts';
import { color, radius, type } from './tokens.ts';

/** Forms and the facts of a record: what is asked below one another, what is known in two columns. */
export const forms: ThemeOptions['components'] = {
  RaSimpleForm: {
    styleOverrides: {
      root: {
        padding: 0,
        '&:last-child': { paddingBottom: 0 },
        [phone]: { padding: 0 },
        '& > .MuiStack-root': { gap: 16, alignItems: 'stretch' },
      },
    },
  },
  RaToolbar: {
    styleOverrides: {
      root: {
        justifyContent: 'flex-end',
        gap: 10,
        minHeight: 'auto !important',
        margin: '16px 0 0',
        padding: '0 !important',
        backgroundColor: 'transparent',
        '&.RaToolbar-mobileToolbar': { position: 'static' },
      },
    },
  },
  RaSaveButton: {
    styleOverrides: {
      root: {
        ...outlined,
        height: 36,
        minHeight: 0,
        padding: '0 14px',
        borderColor: 'transparent',
        backgroundColor: color.primaryFill,
        color: color.onPrimary,
        fontSize: type.body.size,
        '&:hover': { backgroundColor: color.primaryHover },
        '&.Mui-disabled': { backgroundColor: color.primaryFill, color: color.onPrimary, opacity: 0.45 },
      },
    },
  },
  RaCheckboxGroupInput: {
    styleOverrides: {
      root: {
        margin: 0,
        '& .MuiFormLabel-root': { padding: 0, height: 0 },
        '& .MuiFormGroup-root': {
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
          gap: '10px 24px',
        },
      },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: { alignItems: 'center', gap: 8, minHeight: 24, margin: 0 },
      label: { flex: 1, ...small, color: color.text1 },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        flex: 'none',
        width: 16,
        height: '16px !important',
        padding: 0,
        border: `1px solid ${color.field}`,
        borderRadius: radius.checkbox,
        backgroundColor: color.surface,
        '& svg': { display: 'none' },
        '& input': { top: -11, left: -4, width: 40, height: 40 },
        '&.Mui-checked': { borderColor: color.primaryFill, backgroundColor: color.primaryFill },
        '&.Mui-checked::after': {
          width: 5,
          height: 9,
          margin: '-2px 0 0',
          border: `solid ${color.onPrimary}`,
          borderWidth: '0 2px 2px 0',
          transform: 'rotate(45deg)',
          content: '""',
        },
        '&.Mui-focusVisible, &:has(:focus-visible)': focusRing,
        [touch]: { width: 20, height: '20px !important' },
      },
    },
  },
  RaSimpleShowLayout: {
    styleOverrides: {
      root: { padding: 0, '& .RaSimpleShowLayout-stack': { gap: 8 }, '& .MuiStack-root > *': { margin: 0 } },
    },
  },
  RaLabeled: {
    styleOverrides: {
      root: {
        display: 'grid !important',
        gridTemplateColumns: '96px minmax(0, 1fr)',
        gap: 12,
        margin: '0 !important',
        '& > .MuiTypography-root': { ...small, color: color.text1, overflowWrap: 'anywhere' },
        '& .RaLabeled-label': { ...small, color: `${color.text3} !important` },
      },
    },
  },
  RaShow: { styleOverrides: { root: { '& .RaShow-noActions': { marginTop: 0 }, '& .RaShow-card': { minWidth: 0 } } } },
  RaEdit: {
    styleOverrides: {
      root: { minWidth: 0, '& .RaEdit-noActions': { marginTop: 0 }, '& .RaEdit-card': { minWidth: 0 } },
    },
  },
};
