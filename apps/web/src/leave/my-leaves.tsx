import { leaveBalances } from '@mshahara/contract/leave-balances'
import { useRead } from '../lib/api.ts'
import { useAdding } from '../lib/round-trip.ts'
import { useProfile } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconBeach } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { AddButton } from '../ui/record-actions.tsx'
import { LeavesOf } from './leaves-of.tsx'
import { NewRequest } from './new-request.tsx'

/** One's own balances and requests. */
export default function MyLeaves() {
  const { employee_id } = useProfile()
  const id = employee_id ?? ''
  const asking = useAdding(id !== '')
  const read = useRead(leaveBalances.ofEmployee, { params: { id } }, { enabled: id !== '' })
  const add = id !== '' && <AddButton onClick={asking.add}>New Leave Request</AddButton>
  return (
    <Page title="My Leaves" actions={add}>
      {id === '' ? (
        <section className="card">
          <Empty icon={IconBeach} title="You have no employee record in this organization" />
        </section>
      ) : (
        <LeavesOf read={read} add={add} own />
      )}
      {asking.adding && <NewRequest onClose={asking.cancel} />}
    </Page>
  )
}
