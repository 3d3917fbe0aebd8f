export { MassEmailButtons } from './buttons.tsx'
