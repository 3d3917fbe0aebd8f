import { leaveBalances } from '@mshahara/contract/leave-balances'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconBeach } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { AddButton } from '../ui/record-actions.tsx'
import { LeavesOf } from './leaves-of.tsx'
import { NewRequest } from './new-request.tsx'
import { leaveTexts } from './texts.ts'

/** One's own balances and requests. */
export default function MyLeaves() {
  const { employee_id } = useProfile()
  const t = useTexts(leaveTexts)
  const [asking, setAsking] = useState(false)
  const id = employee_id ?? ''
  const read = useRead(leaveBalances.ofEmployee, { params: { id } }, { enabled: id !== '' })
  const add = id !== '' && <AddButton onClick={() => setAsking(true)}>{t.ask}</AddButton>
  return (
    <Page title={t.mine} actions={add}>
      {id === '' ? (
        <section className="card">
          <Empty icon={IconBeach} title={t.noRecord} />
        </section>
      ) : (
        <LeavesOf read={read} add={add} own />
      )}
      {asking && <NewRequest onClose={() => setAsking(false)} />}
    </Page>
  )
}
