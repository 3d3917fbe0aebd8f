import { dashboard } from '@mshahara/contract/dashboard'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { FirstSteps } from './first-steps.tsx'
import { Waiting } from './waiting.tsx'

/** What there is to say to this person; the operator without an organisation has no such list. */
export function useFirstScreen() {
  const { organization_id } = useProfile()
  return useRead(dashboard.get, undefined, { enabled: organization_id !== null }).data
}

/** A new owner's first steps, and what waits for anybody. */
export function Next() {
  const said = useFirstScreen()
  if (!said) return null
  const { steps, waiting } = said
  return (
    <>
      {steps && <FirstSteps taken={steps} />}
      {(!steps || waiting.length > 0) && <Waiting lines={waiting} />}
    </>
  )
}
