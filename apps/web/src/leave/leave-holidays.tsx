import { Switch, TextInput } from '@mantine/core'
import { type LeaveHoliday, leaveHolidays } from '@mshahara/contract/leave'
import type { LeaveChange } from '@mshahara/contract/leave-changes'
import { Suspense } from 'react'
import { date, today } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { IconCalendar } from '../ui/icons.ts'
import { Records } from '../ui/records.tsx'
import { Tag } from '../ui/status.tsx'
import AffectedLeaves from './affected-leave.tsx'
import { weekday } from './words.ts'

const columns: Column<LeaveHoliday>[] = [
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  { key: 'day', title: 'Date', oneLine: true, render: ({ day }) => date(day) },
  { key: 'weekday', title: 'Weekday', yields: 2, render: ({ day }) => weekday(day) },
  {
    key: 'sure',
    title: 'Certainty',
    yields: 1,
    render: ({ expected }) =>
      expected ? <Tag tone="amber">Expected</Tag> : <Tag tone="green">Confirmed</Tag>,
  },
]

function changeOf(day: string, row: LeaveHoliday | null): LeaveChange | null {
  if (!day || day === row?.day) return null
  return { what: 'holiday', id: row?.id ?? null, day }
}

/** Leave that covers a day is recounted when its holiday changes, and both sides hear of it. */
export default function LeaveHolidays() {
  return (
    <Records
      calls={leaveHolidays}
      one="Public Holiday"
      short="Public holiday"
      title="Public Holidays"
      icon={IconCalendar}
      columns={columns}
      searched={({ name, day }) => `${name}\n${date(day)}`}
      blank={{ day: '', name: '', expected: false }}
      whenDeleted={({ id, day }) =>
        day >= today() && <AffectedLeaves change={{ what: 'holiday', id }} />
      }
      fields={(form, row) => (
        <>
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
          <Suspense fallback={null}>
            <Day label="Date" placeholder="Select a day" {...form.getInputProps('day')} />
          </Suspense>
          <Switch
            label="Expected, not confirmed yet"
            checked={form.values.expected === true}
            onChange={(event) => form.setFieldValue('expected', event.currentTarget.checked)}
          />
          <AffectedLeaves change={changeOf(form.values.day, row)} />
        </>
      )}
    />
  )
}
