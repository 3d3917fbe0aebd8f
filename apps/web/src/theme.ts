import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { spoken } from './lib/spoken.ts'

/** Deep green; shade 7 is the brand's #0B6B50. */
const brand: MantineColorsTuple = [
  '#edf7f3',
  '#d8ece4',
  '#aed8c8',
  '#82c4ab',
  '#5fc3a0',
  '#3aa783',
  '#17805e',
  '#0b6b50',
  '#095a43',
  '#064634',
]
/** Near-black with a hint of the brand colour. */
const dark: MantineColorsTuple = [
  '#e6ebe9',
  '#c6cfcb',
  '#a0aca7',
  '#7d8984',
  '#3a4440',
  '#303936',
  '#242b29',
  '#1a201e',
  '#151a18',
  '#101513',
]

const font = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/** A page has one banner, and a dialog's header is not it. */
const plainHeader = { header: { role: 'presentation' } }

/** What is typed into a searchable select replaces the choice shown there. */
const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
  if (!currentTarget.readOnly) currentTarget.select()
}

/** Screen readers name the button in the language of the screen. */
const closeButtonProps = () => ({ 'aria-label': spoken() === 'sw' ? 'Funga' : 'Close' })

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: { brand, dark },
  black: '#17201c',
  fontFamily: font,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: {
    fontFamily: font,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Coloured titles on a tint of the same colour are hard to read.
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Modal: {
      defaultProps: () => ({
        centered: true,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        closeButtonProps: closeButtonProps(),
        attributes: plainHeader,
      }),
      styles: { title: { fontWeight: 650, fontSize: '1.125rem' } },
    },
    Drawer: {
      defaultProps: () => ({ closeButtonProps: closeButtonProps(), attributes: plainHeader }),
      styles: { title: { fontWeight: 650 } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 320 } },
    Select: {
      defaultProps: {
        checkIconPosition: 'right',
        maxDropdownHeight: 280,
        // Choosing again what is chosen keeps it; clearing has a button of its own.
        allowDeselect: false,
        onFocus: selectText,
        onClick: selectText,
      },
    },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    Loader: { defaultProps: { type: 'oval' } },
  },
})

/** Surfaces, lines and text with the contrast WCAG 2.2 AA asks for. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#f4f6f5',
    '--line': '#e1e7e4',
    '--line-control': '#86918c',
    '--hover': '#f0f4f2',
    '--focus': '#0b6b50',
    '--mantine-color-dimmed': '#586460',
    '--mantine-color-placeholder': '#6c7772',
    '--mantine-color-default-border': '#ccd4d0',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-disabled': '#eef1f0',
    '--mantine-color-disabled-color': '#5f6a66',
  },
  dark: {
    '--ground': '#101513',
    '--line': '#2a322f',
    '--line-control': '#6b7672',
    '--hover': '#222927',
    '--focus': '#5fc3a0',
    '--mantine-color-dimmed': '#a0aca7',
    '--mantine-color-placeholder': '#8e9a95',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-brand-light': '#14382c',
    '--mantine-color-brand-light-hover': '#194436',
    '--mantine-color-brand-light-color': '#93dfc0',
    '--mantine-color-disabled': '#242b29',
    '--mantine-color-disabled-color': '#98a39f',
  },
})

export const schemeManager = localStorageColorSchemeManager({ key: 'mshahara.scheme' })
