export { languageNames } from './language-choice.tsx'
export { useSwitchLanguage } from './switch-language.ts'
