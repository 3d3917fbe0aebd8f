export { Invitations, useInvited } from './invitations.tsx'
export { useSwitch } from './switch.ts'
