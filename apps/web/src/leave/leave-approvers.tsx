import { Select } from '@mantine/core'
import { type LeaveApprover, leaveApprovers } from '@mshahara/contract/leave-requests'
import { type ApproverLevel, approverLevels } from '@mshahara/contract/leave-states'
import { departments, designations, workStations } from '@mshahara/contract/structure'
import { users } from '@mshahara/contract/users'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { askToDelete, useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconTrash, IconUsers } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { AddButton } from '../ui/record-actions.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { UnitSelect } from '../ui/unit-select.tsx'
import { LeaveSettings } from './leave-settings.tsx'

const columns: Column<LeaveApprover>[] = [
  { key: 'first', title: 'First Name', lead: true, render: ({ user }) => user.first_name },
  { key: 'last', title: 'Last Name', render: ({ user }) => user.last_name },
  { key: 'email', title: 'Email', yields: 1, render: ({ user }) => user.email },
  {
    key: 'station',
    title: 'Work Station',
    yields: 2,
    render: ({ work_station }) => work_station?.name ?? 'All Work Stations',
  },
  {
    key: 'department',
    title: 'Department',
    yields: 3,
    render: ({ department }) => department?.name ?? 'All Departments',
  },
  {
    key: 'designation',
    title: 'Designation',
    yields: 2,
    render: ({ designation }) => designation?.name ?? 'All Designations',
  },
]

const levels = ([1, 2, 3, 4] as const).map((level) => ({ level, words: approverLevels[level] }))

export default function LeaveApprovers() {
  const read = useRead(leaveApprovers.list)
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const add = may(leaveApprovers.create) && (
    <AddButton onClick={() => setAdding(true)}>Add Leave Approver</AddButton>
  )
  const rows = read.data ?? []
  return (
    <Page
      title="Leave Approvers"
      subtitle="Level 4 acts first, then 3, 2 and 1. Without any approver the primary users decide."
      actions={add}
    >
      {read.data && rows.length === 0 && (
        <section className="card">
          <Empty icon={IconUsers} title="No Leave Approvers Found" action={add} />
        </section>
      )}
      {(read.isPending || rows.length > 0) &&
        levels.map(({ level, words }) => (
          <Level
            key={level}
            level={level}
            words={words}
            rows={rows.filter((row) => row.level === level)}
            loading={read.isPending}
          />
        ))}
      <LeaveSettings />
      {adding && <Add onClose={() => setAdding(false)} />}
    </Page>
  )
}

interface LevelProps {
  level: ApproverLevel
  words: string
  rows: LeaveApprover[]
  loading: boolean
}

function Level({ level, words, rows, loading }: LevelProps) {
  const may = useMay()
  const actions: Column<LeaveApprover> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (row) => <Remove approver={row} />,
  }
  return (
    <Card title={`Level ${level}: ${words} (${rows.length})`} flush>
      <DataTable
        label={`Level ${level}`}
        columns={may(leaveApprovers.remove) ? [...columns, actions] : columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={loading}
        skeletonRows={1}
        empty={<Empty icon={IconUsers} title="No approvers in this level" />}
      />
    </Card>
  )
}

function Remove({ approver: { id, user, level } }: { approver: LeaveApprover }) {
  const { run, busy } = useAct(leaveApprovers.remove, {
    ask: askToDelete('Leave approver'),
    notice: ({ message }) => message,
  })
  return (
    <RowButton
      icon={IconTrash}
      label={`Delete ${fullName(user)} from level ${level}`}
      busy={busy}
      onClick={() => run({ params: { id } })}
    >
      Delete
    </RowButton>
  )
}

const levelOptions = levels.map(({ level, words }) => ({
  value: String(level),
  label: `Level ${level} (${words})`,
}))

function Add({ onClose }: { onClose: () => void }) {
  const { data } = useRead(users.list)
  const options = (data ?? [])
    .filter(({ status }) => status !== 'inactive')
    .map((user) => ({ value: user.id, label: `${fullName(user)} · ${user.email}` }))
  return (
    <FormModal
      endpoint={leaveApprovers.create}
      title="Add Leave Approver"
      action="Create"
      initial={{
        ...{ user_id: '', work_station_id: '', department_id: '', designation_id: '' },
        level: '' as unknown,
      }}
      done="Leave approver created successfully"
      onClose={onClose}
    >
      {(form) => {
        const unit = (name: 'work_station_id' | 'department_id' | 'designation_id') => ({
          ...form.getInputProps(name),
          clearable: true,
          value: form.values[name] || null,
          onChange: (id: string | null) => form.setFieldValue(name, id ?? ''),
        })
        return (
          <>
            <SearchSelect
              label="User"
              withAsterisk
              placeholder="Select a user"
              data={options}
              data-autofocus
              {...form.getInputProps('user_id')}
              value={form.values.user_id || null}
            />
            <UnitSelect
              label="Workstation"
              placeholder="All Work Stations"
              units={workStations}
              {...unit('work_station_id')}
            />
            <UnitSelect
              label="Department"
              placeholder="All Departments"
              units={departments}
              {...unit('department_id')}
            />
            <UnitSelect
              label="Designation"
              placeholder="All Designations"
              units={designations}
              {...unit('designation_id')}
            />
            <Select
              label="Level"
              withAsterisk
              placeholder="Select level"
              data={levelOptions}
              {...form.getInputProps('level')}
              value={form.values.level ? String(form.values.level) : null}
            />
          </>
        )
      }}
    </FormModal>
  )
}
