export { useSwitchLanguage } from './switch-language.ts'
