import type { ThemeOptions } from '@mui/material/styles';
import { adminWords } from '../words/admin.en.ts';
import { t } from '../words/t.ts';
import { focused, small, touch } from './admin-shapes.ts';
import { color, radius, type } from './tokens.ts';

/** Inputs: the label above the field, the error below; as a filter both stand in one frame. */
export const inputs: ThemeOptions['components'] = {
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
  // Its global rule would stand first in the document and with it the layer `mui`, below the reset.
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiFormControl: { defaultProps: { margin: 'none' } },
  MuiSelect: { defaultProps: { displayEmpty: true } },
  MuiInputLabel: {
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBottom: 6,
        color: `${color.text1} !important`,
        ...small,
        fontWeight: 600,
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        height: 38,
        padding: '0 12px',
        gap: 8,
        border: `1px solid ${color.field}`,
        borderRadius: radius.control,
        backgroundColor: color.surface,
        color: color.text1,
        fontSize: type.body.size,
        '& > svg.lucide': { color: color.text3 },
        '&.Mui-focused': focused,
        '&.Mui-error': { borderColor: color.red },
        [touch]: { height: 44 },
      },
      input: {
        height: 20,
        padding: '0 !important',
        lineHeight: '20px',
        colorScheme: 'inherit',
        '&::placeholder': { color: color.text3, opacity: 1 },
        '&::-webkit-search-cancel-button': { display: 'none' },
        [touch]: { fontSize: 16 },
      },
      notchedOutline: { display: 'none' },
    },
  },
  MuiInputAdornment: {
    styleOverrides: { root: { margin: 0, color: color.text3, '& .MuiSvgIcon-root': { fontSize: 16 } } },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: { margin: '6px 0 0', color: color.text3, ...small, '&.Mui-error': { color: color.redText } },
    },
  },

  MuiIconButton: {
    styleOverrides: {
      root: { borderRadius: radius.control, color: color.text2, '&:hover': { backgroundColor: color.sunken } },
    },
  },
  MuiListItemIcon: {
    styleOverrides: {
      root: {
        minWidth: '0 !important',
        marginRight: 10,
        color: color.field,
        '& svg': { fontSize: 18 },
        '[aria-checked="true"] &': { color: color.primary },
      },
    },
  },
  MuiMenu: {
    defaultProps: {
      slotProps: {
        // At the end of the document it lies outside of every landmark.
        paper: {
          role: 'region',
          'aria-label': t(adminWords.choices),
          sx: { maxHeight: 'min(440px, calc(100vh - 96px))' },
        },
      },
    },
  },
  MuiListItemText: { styleOverrides: { root: { margin: 0 }, primary: { ...small, color: 'inherit' } } },
};
