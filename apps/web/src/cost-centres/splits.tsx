import { Text } from '@mantine/core'
import { type CostSplit, costSplits } from '@mshahara/contract/cost-centres'
import { monthName, thisMonth } from '../lib/months.ts'
import { warn } from '../lib/toast.tsx'
import type { Column } from '../ui/data-table.tsx'
import { IconArrowsSplit } from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { ShareFields } from './share-fields.tsx'

const columns: Column<CostSplit>[] = [
  { key: 'from', title: 'From', render: ({ from }) => monthName(from) },
  {
    key: 'shares',
    title: 'Cost Centres',
    lead: true,
    render: ({ shares }) =>
      shares.length === 0
        ? 'As the department'
        : shares.map(({ code, name, percent }) => (
            <Text key={code} size="sm">{`${percent}% ${name} (${code})`}</Text>
          )),
  },
]

/** Whose cost somebody is, month by month; the newest first. */
export default function CostCentres({ employee }: { employee: { id: string } }) {
  return (
    <RecordsTab
      calls={costSplits}
      of={employee.id}
      one="Split"
      title="Cost Centres"
      many="Shares"
      icon={IconArrowsSplit}
      size="lg"
      columns={columns}
      called={({ from }) => `shares from ${monthName(from)}`}
      empty={{
        title: 'No shares of their own',
        text: 'The cost is that of the department. Add shares where it is another, or several.',
      }}
      blank={{ employee_id: employee.id, from: thisMonth(), shares: [] }}
      edited={({ shares }) => ({
        shares: shares.map(({ cost_centre_id, percent }) => ({ cost_centre_id, percent })),
      })}
      onSaved={({ warning }) => warning && warn(warning)}
      fields={(form, row) => <ShareFields form={form} row={row} />}
    />
  )
}
