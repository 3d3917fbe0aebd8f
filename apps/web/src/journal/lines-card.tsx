import { Select, Text } from '@mantine/core'
import {
  type JournalAccount,
  type JournalLine,
  journal,
  journalAccounts,
} from '@mshahara/contract/journal'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCalculator, IconSitemap } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import { ByDepartment } from './by-department.tsx'
import { asOptions } from './options.ts'
import { natureWords } from './words.ts'

/** Each kind of line with its account: chosen here, saved at once. */
export function LinesCard() {
  const read = useRead(journal.lines)
  const accounts = useRead(journalAccounts.list).data ?? []
  const [dividing, setDividing] = useState<string | null>(null)
  const line = read.data?.find((one) => one.line === dividing)
  return (
    <Card title="Lines" flush>
      <DataTable
        label="Lines"
        columns={columnsOf(accounts, setDividing)}
        rows={read.data ?? undefined}
        rowKey={(one) => one.line}
        loading={read.isPending}
        failed={read.isError}
        onRetry={() => void read.refetch()}
        empty={
          <Empty
            icon={IconCalculator}
            title="No Lines Yet"
            text="They appear with the first payroll, or with the starting chart."
          />
        }
      />
      {line && <ByDepartment line={line} accounts={accounts} onClose={() => setDividing(null)} />}
    </Card>
  )
}

const columnsOf = (
  accounts: readonly JournalAccount[],
  divide: (line: string) => void,
): Column<JournalLine>[] => [
  { key: 'label', title: 'Line', lead: true, render: ({ label }) => label },
  { key: 'nature', title: 'Kind', yields: 1, render: ({ nature }) => natureWords[nature] },
  {
    key: 'account',
    title: 'Account',
    render: (line) => <AccountOf line={line} accounts={accounts} />,
  },
  {
    key: 'actions',
    title: 'Departments',
    actions: true,
    render: ({ line, label, nature, departments }) =>
      nature === 'cost' && (
        <RowButton
          label={`By department: ${label}`}
          icon={IconSitemap}
          set={departments.length > 0}
          onClick={() => divide(line)}
        >
          By department
        </RowButton>
      ),
  },
]

function AccountOf({ line, accounts }: { line: JournalLine; accounts: readonly JournalAccount[] }) {
  const map = useAct(journal.map)
  const choose = (account_id: string | null) =>
    void map.run({ body: { line: line.line, department_id: null, account_id } })
  return (
    <>
      <Select
        aria-label={`Account of ${line.label}`}
        placeholder="Choose an account"
        data={asOptions(accounts)}
        value={line.account_id}
        disabled={map.busy}
        searchable
        clearable
        onChange={choose}
      />
      {line.used && line.account_id === null && (
        <Text size="xs" mt={4} component="div">
          <Tag>Needed for files</Tag>
        </Text>
      )}
    </>
  )
}
