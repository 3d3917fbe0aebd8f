export { languageNames } from './language-radios.tsx'
export { useSwitchLanguage } from './switch-language.ts'
