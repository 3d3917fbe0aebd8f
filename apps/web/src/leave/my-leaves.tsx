import { leaveBalances } from '@mshahara/contract/leave-balances'
import { useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { useAdding } from '../lib/round-trip.ts'
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
  const id = employee_id ?? ''
  const asking = useAdding(id !== '')
  const read = useRead(leaveBalances.ofEmployee, { params: { id } }, { enabled: id !== '' })
  const add = id !== '' && <AddButton onClick={asking.add}>{t.ask}</AddButton>
  return (
    <Page title={t.mine} actions={add}>
      {id === '' ? (
        <section className="card">
          <Empty icon={IconBeach} title={t.noRecord} />
        </section>
      ) : (
        <LeavesOf read={read} add={add} own />
      )}
      {asking.adding && <NewRequest onClose={asking.cancel} />}
    </Page>
  )
}
