export { Invitations } from './invitations.tsx'
export { useSwitch } from './switch.ts'
