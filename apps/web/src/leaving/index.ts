export { LeavingButtons } from './leaving-buttons.tsx'
