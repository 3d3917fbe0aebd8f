import { type PensionMember, pensionMembers } from '@mshahara/contract/pensions'
import type { Column } from '../ui/data-table.tsx'
import { IconPigMoney } from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { memberColumns } from './cells.tsx'
import { blankMember, MemberFields } from './member-form.tsx'
import { usePensionWords } from './words.ts'

const columns: Column<PensionMember>[] = [
  { key: 'scheme', title: 'Scheme', lead: true, render: ({ scheme }) => scheme },
  ...memberColumns,
]

/** The schemes that somebody is or was in. */
export default function Memberships({ employee }: { employee: { id: string } }) {
  return (
    <RecordsTab
      say={usePensionWords()}
      calls={pensionMembers}
      of={employee.id}
      one="Membership"
      many="Pension Schemes"
      icon={IconPigMoney}
      size="lg"
      columns={columns}
      called={({ scheme }) => scheme}
      blank={{ ...blankMember(), employee_id: employee.id }}
      fields={(form, row) => <MemberFields form={form} row={row} asks="scheme" />}
    />
  )
}
