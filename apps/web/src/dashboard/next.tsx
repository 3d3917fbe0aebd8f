import { Skeleton } from '@mantine/core'
import { dashboard } from '@mshahara/contract/dashboard'
import { lazy, Suspense } from 'react'
import { useRead } from '../lib/api.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { dashboardTexts } from './texts.ts'
import { Waiting } from './waiting.tsx'

const MoveIn = lazy(() => import('./move-in.tsx'))

/** What there is to say to this person; the operator without an organisation has no such list. */
export function useFirstScreen() {
  const { organization_id } = useProfile()
  return useRead(dashboard.get, undefined, { enabled: organization_id !== null })
}

/** A new owner's way in, and what waits for anybody. */
export function Next() {
  const { data, isLoading } = useFirstScreen()
  const { loading } = useLaterTexts(dashboardTexts)
  // Keeps its place, so that nothing below it jumps.
  if (isLoading) return <Skeleton height={128} radius="lg" role="status" aria-label={loading} />
  if (!data) return null
  const { steps, waiting } = data
  return (
    <>
      {steps && (
        <Suspense fallback={<Skeleton height={280} radius="lg" />}>
          <MoveIn taken={steps} />
        </Suspense>
      )}
      {(!steps || waiting.length > 0) && <Waiting lines={waiting} />}
    </>
  )
}
