import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type {} from 'react-admin';
import { forms } from './admin-forms.ts';
import { inputs } from './admin-inputs.ts';
import { caption, desk, focused, focusRing, outlined, phone, small, touch } from './admin-shapes.ts';
import { buildTheme } from './theme.ts';
import { color, radius } from './tokens.ts';

/** Tables: hairlines, figures at the right, the sorted column in ink; rows become cards on a phone. */
const table: ThemeOptions['components'] = {
  MuiTable: { styleOverrides: { root: { borderCollapse: 'collapse' } } },
  MuiTableCell: {
    styleOverrides: {
      root: { padding: '6px 12px', borderBottom: `1px solid ${color.line}`, color: color.text2, ...small },
      head: { height: 36, padding: '0 12px', color: color.text3, ...caption, whiteSpace: 'nowrap' },
      body: { height: 52 },
      alignRight: { flexDirection: 'row', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: {
        'tbody &:last-child > td': { borderBottom: 0 },
        '&.MuiTableRow-hover:hover': { backgroundColor: color.hover },
      },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: {
        gap: 4,
        padding: '4px 0',
        flexDirection: 'row',
        '&:hover, &.Mui-active': { color: color.text1 },
        '&:focus-visible': { ...focusRing, borderRadius: 2 },
      },
      icon: {
        width: 14,
        height: 14,
        margin: 0,
        fontSize: 14,
        '.MuiTableSortLabel-root:not(.Mui-active) &': { position: 'absolute', right: -16 },
        '.MuiTableSortLabel-root.Mui-active &': { color: color.primary },
      },
    },
  },
  RaDataTableHeadCell: { defaultProps: { sortByOrder: 'DESC' } },
  RaDataTable: {
    styleOverrides: {
      root: {
        '& .RaDataTable-tableWrapper': { position: 'relative', overflowX: 'auto' },
        '& .RaDataTable-headerCell': { position: 'relative', zIndex: 0, backgroundColor: 'transparent' },
        '& .RaDataTable-headerCell[aria-sort], & td[data-sorted]': { color: color.text1 },
        '& :is(td, th):first-of-type': { paddingLeft: 16 },
        [desk]: {
          '& .RaDataTable-table[data-sized]': { minWidth: 'var(--table-room)', tableLayout: 'fixed' },
          '& .RaDataTable-table[data-sized] :is(th, td)': { overflow: 'hidden', textOverflow: 'ellipsis' },
        },
        [phone]: {
          '& :is(table, tbody, tr)': { display: 'block', width: 'auto' },
          '& thead': { position: 'absolute', overflow: 'hidden', width: 1, height: 1, clipPath: 'inset(50%)' },
          '& tbody tr': { padding: '10px 16px', borderBottom: `1px solid ${color.line}` },
          '& tbody tr:last-child': { borderBottom: 0 },
          '& tbody tr:hover': { backgroundColor: 'transparent' },
          '& tbody td': {
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 16,
            width: 'auto',
            height: 'auto',
            minHeight: 32,
            padding: '4px 0',
            border: 0,
            textAlign: 'right',
          },
          '& tbody td:first-of-type': { justifyContent: 'flex-start', padding: '4px 0', textAlign: 'left' },
          '& tbody td:not([data-label])': { justifyContent: 'flex-end' },
          '& tbody td[data-label]:not(:first-of-type)::before': {
            flex: 'none',
            color: color.text3,
            ...caption,
            content: 'attr(data-label)',
          },
        },
      },
    },
  },
};

/** Pages: how many rows there are at the left, their number and the pages at the right. */
const pagination: ThemeOptions['components'] = {
  MuiTablePagination: {
    styleOverrides: {
      root: {
        display: 'block',
        border: `1px solid ${color.line}`,
        borderRadius: `0 0 ${radius.card}px ${radius.card}px`,
        backgroundColor: color.surface,
        color: color.text2,
        overflow: 'visible',
      },
      toolbar: { gap: 6, minHeight: '48px !important', padding: '0 12px 0 16px !important' },
      spacer: { display: 'none' },
      displayedRows: { order: -1, margin: '0 auto 0 0', ...small, fontVariantNumeric: 'tabular-nums' },
      selectLabel: { margin: 0, ...small },
      selectRoot: { margin: 0 },
      select: {
        minHeight: 0,
        height: 28,
        padding: '0 26px 0 6px !important',
        borderRadius: radius.control,
        color: color.text1,
        ...small,
        fontWeight: 500,
        textAlign: 'left',
        textAlignLast: 'left',
        '&:focus-visible': { outline: `2px solid ${color.primary}` },
        [touch]: { height: 40 },
      },
      selectIcon: { color: color.text2, fontSize: 18 },
      actions: { margin: 0, '& button': { width: 28, height: 28, padding: 0, borderRadius: radius.control } },
    },
  },
  MuiPaginationItem: {
    styleOverrides: {
      root: {
        minWidth: 28,
        height: 28,
        margin: 0,
        borderRadius: radius.control,
        color: color.text2,
        ...small,
        fontVariantNumeric: 'tabular-nums',
        '&:hover': { backgroundColor: color.sunken },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: color.primarySoft,
          color: color.primaryText,
          fontWeight: 500,
        },
        '&.Mui-disabled': { opacity: 0.45 },
        [touch]: { minWidth: 40, height: 40 },
      },
    },
  },
};

/** The frame of a list: a bar of filters and acts above the card. */
const lists: ThemeOptions['components'] = {
  RaList: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaList-main': { minWidth: 0 },
        '& .RaList-actions': { marginBottom: 14 },
        '& .RaList-content': { overflow: 'clip' },
        '& .RaList-content:has(+ .MuiTablePagination-root)': {
          borderBottom: 0,
          borderRadius: `${radius.card}px ${radius.card}px 0 0`,
        },
      },
    },
  },
  RaListToolbar: {
    styleOverrides: {
      root: {
        alignItems: 'flex-start',
        gap: '12px 16px',
        '& > span:empty': { display: 'none' },
        [phone]: { flexDirection: 'column', alignItems: 'stretch', backgroundColor: 'transparent' },
      },
    },
  },
  RaTopToolbar: {
    styleOverrides: {
      root: {
        flex: 'none',
        alignItems: 'center',
        gap: 8,
        minHeight: '34px !important',
        padding: 0,
        '& > [role="status"]': { marginRight: 4 },
        [phone]: {
          padding: 0,
          backgroundColor: 'transparent',
          '& > [role="status"]': { marginRight: 'auto' },
          '& .MuiIconButton-root': { ...outlined, width: 40, height: 40, padding: 0 },
        },
      },
    },
  },
  RaFilterForm: {
    styleOverrides: {
      root: {
        flex: '1 1 0',
        alignItems: 'center',
        gap: 8,
        minWidth: 0,
        minHeight: 34,
        padding: 0,
        '& .RaFilterForm-clearFix': { display: 'none' },
        '& .RaFilterForm-filterFormInput .MuiFormControl-root': { margin: 0 },
        [desk]: { flex: '1 1 0', minHeight: 34 },
        [phone]: { flex: 'none', width: '100%' },
      },
    },
  },
  RaFilterFormInput: {
    styleOverrides: {
      root: {
        alignItems: 'center',
        maxWidth: '100%',
        '& .RaFilterFormInput-spacer': { display: 'none' },
        '& .MuiOutlinedInput-root': { height: 34, borderColor: color.lineStrong, [touch]: { height: 40 } },
        '&[data-source="q"]': { width: 280, '& .MuiFormControl-root': { width: '100%' }, [phone]: { width: '100%' } },
        '&:not([data-source="q"])': {
          height: 34,
          border: `1px solid ${color.primaryLine}`,
          borderRadius: radius.control,
          backgroundColor: color.primarySoft,
          color: color.primaryText,
          '&:focus-within': focused,
          [touch]: { height: 40 },
          [phone]: { width: 'auto' },
          '& .MuiFormControl-root': {
            flexDirection: 'row',
            alignItems: 'center',
            minWidth: 0,
            width: 'auto',
            height: '100%',
          },
          '& .MuiInputLabel-root': {
            flex: 'none',
            margin: '0 0 0 12px',
            color: 'inherit !important',
            fontWeight: 400,
            '&::after': { content: '":"' },
          },
          '& .MuiOutlinedInput-root, & .MuiOutlinedInput-root.Mui-focused': {
            height: 32,
            padding: '0 0 0 6px',
            border: 0,
            boxShadow: 'none',
            backgroundColor: 'transparent',
            color: 'inherit',
          },
          '& .MuiOutlinedInput-input': { ...small, color: 'inherit', fontWeight: 500 },
          '& input.MuiOutlinedInput-input': { width: 110 },
          '& input[type="number"]': { width: 72 },
          '& .MuiSelect-select': { paddingRight: '22px !important', maxWidth: 200 },
          '& .MuiSelect-icon': { right: 0, fontSize: 18, color: 'inherit' },
        },
        '& .RaFilterFormInput-hideButton': {
          width: 28,
          height: 28,
          margin: '0 2px',
          padding: 0,
          color: 'inherit',
          '& svg': { display: 'none' },
          '&::before': {
            width: 10,
            height: 10,
            background: ['45deg', '-45deg']
              .map((turn) => `linear-gradient(${turn}, transparent 46%, currentcolor 47% 53%, transparent 54%)`)
              .join(),
            content: '""',
          },
        },
      },
    },
  },
  RaButton: { styleOverrides: { root: outlined } },
};

/** Whatever is pressed shows the keyboard's focus: that of the kit lies in a weaker layer. In a menu the row shows it. */
const pressed: ThemeOptions['components'] = {
  MuiButtonBase: { styleOverrides: { root: { '&.Mui-focusVisible': focusRing } } },
  MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': { outline: 0 } } } },
};

/** The Material theme of the admin area: that of the dashboard, and react-admin's lists and forms in its looks. */
export function buildAdminTheme(mode: 'light' | 'dark'): Theme {
  // As a `Theme` it would be compared with `ThemeOptions`, which takes the compiler longer than everything else does.
  const theme: object = buildTheme(mode);
  return createTheme(theme, {
    components: { ...pressed, ...table, ...pagination, ...inputs, ...forms, ...lists },
  });
}
