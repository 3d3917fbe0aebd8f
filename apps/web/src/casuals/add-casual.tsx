import { casuals } from '@mshahara/contract/casuals'
import { useRef } from 'react'
import { useRead } from '../lib/api.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { CasualForm } from './casual-form.tsx'
import { useCasualLimit } from './limit.ts'
import { LimitReached } from './limit-reached.tsx'

export default function AddCasual() {
  const { data } = useRead(casuals.nextNo)
  const known = useLimitAtFirst()
  return (
    <Page title="Add Casual">
      {known?.full && <LimitReached limit={known.limit} />}
      {known?.full !== true && (data ? <CasualForm next={data.next} /> : <Waiting />)}
    </Page>
  )
}

/** As it was on arrival: the last one allowed must not push their own form aside. */
function useLimitAtFirst() {
  const known = useCasualLimit()
  const first = useRef(known)
  first.current ??= known
  return first.current
}
