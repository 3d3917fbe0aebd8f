import { Button, Select } from '@mantine/core'
import { leaveTypes } from '@mshahara/contract/leave'
import { type LeaveBalance, leaveBalances } from '@mshahara/contract/leave-balances'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { today, wholeName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import {
  IconCalendarStats,
  IconCashBanknote,
  IconFileUpload,
  IconHistory,
  IconPencil,
} from '../ui/icons.ts'
import { AddButton } from '../ui/record-actions.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Tag } from '../ui/status.tsx'
import { AdjustBalance, Encash } from './balance-modals.tsx'
import classes from './leave.module.css'
import { Ledger } from './ledger.tsx'
import { filteredBy } from './list-filters.tsx'
import { PersonField } from './person-field.tsx'
import { toneOf } from './words.ts'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const number = (key: 'entitled_days' | 'used_days' | 'pending_days', title: string) => ({
  ...{ key, title, align: 'right' as const, oneLine: true },
  render: (row: LeaveBalance) => row[key],
})

const columns: Column<LeaveBalance>[] = [
  {
    key: 'employee',
    title: 'Employee',
    lead: true,
    link: ({ employee_id }) => `/employee/${employee_id}`,
    render: ({ employee }) => wholeName(employee),
  },
  { key: 'type', title: 'Leave Type', render: ({ leave_type }) => leave_type.name },
  number('entitled_days', 'Entitled'),
  { ...number('used_days', 'Used'), yields: 2 },
  { ...number('pending_days', 'Pending'), yields: 1 },
  {
    key: 'remaining',
    title: 'Remaining',
    align: 'right',
    oneLine: true,
    render: ({ remaining }) => <Tag tone={toneOf(remaining)}>{remaining} days</Tag>,
  },
  { key: 'year', title: 'Year', yields: 3, render: ({ year }) => year },
]

type Open =
  | { act: 'add' }
  | { act: 'upload' }
  | { act: 'edit' | 'ledger' | 'encash'; row: LeaveBalance }

export default function LeaveBalances() {
  const [open, setOpen] = useState<Open | null>(null)
  const may = useMay()
  const { data: years } = useRead(leaveBalances.years)
  const add = may(leaveBalances.create) && (
    <AddButton onClick={() => setOpen({ act: 'add' })}>Add Leave Balance</AddButton>
  )
  const close = () => setOpen(null)
  const fields = filteredBy([
    { name: 'employee_id', kind: 'person', label: 'Employee', all: 'All Employees' },
    {
      ...{ name: 'year', kind: 'choice', label: 'Year', all: 'All Years' },
      options: (years ?? []).map(String),
    },
  ])
  return (
    <>
      <SlicePage<LeaveBalance>
        title="Leave Balances"
        heading={(count) => `Leave Balances (${count})`}
        actions={
          <>
            {may(leaveBalances.upload) && (
              <Button
                variant="default"
                leftSection={<IconFileUpload size={17} aria-hidden />}
                onClick={() => setOpen({ act: 'upload' })}
              >
                Upload Balances
              </Button>
            )}
            {add}
          </>
        }
        endpoint={leaveBalances.list}
        columns={[...columns, actionsColumn(may(leaveBalances.update), setOpen)]}
        rowKey={({ id }) => id}
        fields={fields}
        searchLabel="Search leave balance"
        empty={() => (
          <Empty icon={IconCalendarStats} title="No Leave Balances Found" action={add} />
        )}
      />
      <Opened open={open} onClose={close} />
    </>
  )
}

const actionsColumn = (edits: boolean, open: (open: Open) => void): Column<LeaveBalance> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (row) => {
    const whose = `${row.leave_type.name} of ${wholeName(row.employee)}`
    return (
      <span className={classes.actions}>
        <RowButton
          icon={IconHistory}
          label={`Entries of ${whose}`}
          onClick={() => open({ act: 'ledger', row })}
        >
          Entries
        </RowButton>
        {edits && (
          <RowButton
            icon={IconPencil}
            label={`Edit ${whose}`}
            onClick={() => open({ act: 'edit', row })}
          />
        )}
        {edits && row.encashable && (
          <RowButton
            icon={IconCashBanknote}
            label={`Pay out ${whose}`}
            onClick={() => open({ act: 'encash', row })}
          />
        )}
      </span>
    )
  },
})

function Opened({ open, onClose }: { open: Open | null; onClose: () => void }) {
  if (!open) return null
  if (open.act === 'add') return <AddBalance onClose={onClose} />
  if (open.act === 'upload') {
    return (
      <Suspense fallback={null}>
        <ImportWizard
          title="Upload Opening Balances"
          endpoint={leaveBalances.upload}
          template={leaveBalances.template}
          faults={leaveBalances.faults}
          done="Leave balances uploaded successfully"
          onClose={onClose}
        />
      </Suspense>
    )
  }
  if (open.act === 'edit') return <AdjustBalance balance={open.row} onClose={onClose} />
  if (open.act === 'encash') return <Encash balance={open.row} onClose={onClose} />
  return <Ledger id={open.row.id} onClose={onClose} />
}

const thisYear = () => Number(today().slice(0, 4))

function AddBalance({ onClose }: { onClose: () => void }) {
  const { data: types } = useRead(leaveTypes.list)
  // The next year is opened in the last quarter, and none that is over (C18).
  const ahead = today().slice(5) >= '10-01' ? [1, 0] : [0]
  const years = ahead.map((more) => String(thisYear() + more))
  return (
    <FormModal
      endpoint={leaveBalances.create}
      title="Add Leave Balance"
      action="Save"
      initial={{ employee_id: '', leave_type_id: '', year: thisYear() as unknown }}
      done="Leave balance created successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <PersonField
            label="Employee"
            required
            autoFocus
            value={form.values.employee_id}
            onChange={(id) => form.setFieldValue('employee_id', id)}
            error={form.errors.employee_id}
          />
          <Select
            label="Leave Type"
            withAsterisk
            placeholder="Select leave type"
            data={(types ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('leave_type_id')}
            value={form.values.leave_type_id || null}
          />
          <Select
            label="Year"
            withAsterisk
            allowDeselect={false}
            data={years}
            {...form.getInputProps('year')}
            value={String(form.values.year)}
          />
        </>
      )}
    </FormModal>
  )
}
