import { Button, TextInput } from '@mantine/core'
import { type JournalAccount, journal, journalAccounts } from '@mshahara/contract/journal'
import { useAct } from '../ui/act.ts'
import type { Column } from '../ui/data-table.tsx'
import { IconCalculator } from '../ui/icons.ts'
import { Records } from '../ui/records.tsx'
import { LinesCard } from './lines-card.tsx'

const columns: Column<JournalAccount>[] = [
  { key: 'code', title: 'Number', oneLine: true, render: ({ code }) => code },
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
]

/** The accounts of the accountant's program, and which kind of line goes to which. */
export default function Accounts() {
  const chart = useAct(journal.chart, {
    notice: ({ message }) => message,
    ask: {
      title: 'Take the Starting Chart',
      text: 'Every line without an account is given one of a common chart. What you have chosen stays, and names and numbers can be changed.',
      action: 'Take It',
    },
  })
  return (
    <Records
      calls={journalAccounts}
      one="Account"
      title="Accounts"
      subtitle="Where each line of the journal goes in your accounting program"
      icon={IconCalculator}
      columns={columns}
      aside={
        <Button variant="default" loading={chart.busy} onClick={() => void chart.run()}>
          Take Starting Chart
        </Button>
      }
      above={<LinesCard />}
      blank={{ code: '', name: '' }}
      fields={(form) => (
        <>
          <TextInput
            label="Account Number"
            description="As in your accounting program"
            data-autofocus
            {...form.getInputProps('code')}
          />
          <TextInput
            label="Account Name"
            description="As in your accounting program"
            {...form.getInputProps('name')}
          />
        </>
      )}
    />
  )
}
