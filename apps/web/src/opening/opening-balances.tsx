import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { monthInWords } from '@mshahara/contract/months'
import { type OpeningBatch, openingBalances } from '@mshahara/contract/opening'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCircleX, IconFileUpload, IconHistory } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowButton } from '../ui/row-action.tsx'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const columns: Column<OpeningBatch>[] = [
  {
    key: 'year',
    title: 'Year',
    lead: true,
    link: ({ id }) => `/openingBalance/${id}`,
    render: ({ year, sources }) => `${year}: ${sources.join(', ')}`,
  },
  { key: 'people', title: 'People', align: 'right', render: ({ people }) => people },
  {
    key: 'months',
    title: 'Months in All',
    align: 'right',
    yields: 2,
    render: ({ months }) => months,
  },
  { ...amountColumn('gross', 'Gross Pay', ({ gross }: OpeningBatch) => gross), yields: 3 },
  amountColumn('paye', 'PAYE', ({ paye }) => paye),
  {
    key: 'made',
    title: 'Uploaded',
    yields: 1,
    render: ({ made_by, made_at }) => `${made_by}, ${dateTime(made_at)}`,
  },
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (batch) => <TakeBack batch={batch} />,
  },
]

/** Pay of the year that another system paid, so that the P9 is whole. */
export default function OpeningBalances() {
  const [uploading, setUploading] = useState(false)
  const upload = <Ways onClick={() => setUploading(true)} />
  return (
    <>
      <ListPage
        title="Opening Balances"
        subtitle="What another system paid before the first payroll here, for the P9 of the year"
        back={{ label: 'Back to payrolls', to: '/payrolls/employees' }}
        heading={(count) => `Uploads (${count})`}
        above={<Elsewhere />}
        actions={upload}
        read={useRead(openingBalances.batches)}
        columns={columns}
        rowKey={({ id }) => id}
        search={{
          label: 'Search uploads',
          text: ({ year, sources, made_by }) => [year, ...sources, made_by].join('\n'),
        }}
        empty={(searching) => (
          <Empty
            icon={IconHistory}
            title={searching ? 'No Upload Found' : 'No Opening Balances Yet'}
            text="One sheet has the columns of the P9: a row for each person and month, or one for several months. A register or a P10 of your old system will do, too."
            action={searching ? undefined : upload}
          />
        )}
      />
      {uploading && <Upload onClose={() => setUploading(false)} />}
    </>
  )
}

/** By our sheet, or by what another system prints and files. */
const Ways = ({ onClick }: { onClick: () => void }) => (
  <Group gap="sm">
    <Button component={Link} to="/openingRegister" variant="default">
      From a Register or P10
    </Button>
    <Button leftSection={<IconFileUpload size={17} aria-hidden />} onClick={onClick}>
      Upload Balances
    </Button>
  </Group>
)

const Upload = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <ImportWizard
      title="Upload Opening Balances"
      endpoint={openingBalances.upload}
      template={openingBalances.template}
      faults={openingBalances.faults}
      done="Opening balances uploaded successfully"
      onClose={onClose}
    />
  </Suspense>
)

/** Balances that have sheets of their own. */
const Elsewhere = () => (
  <Alert color="blue" variant="light">
    Days of leave are opened under{' '}
    <Anchor component={Link} to="/leave-balances" inherit underline="always">
      Leave Balances
    </Anchor>
    , and what is still owed on loans under{' '}
    <Anchor component={Link} to="/loans" inherit underline="always">
      Loans
    </Anchor>
    .
  </Alert>
)

/** Until a payroll of its people was confirmed. */
function TakeBack({ batch: { id, year, sources, people, runs } }: { batch: OpeningBatch }) {
  const { run, busy } = useAct(openingBalances.takeBack, {
    ask: {
      title: 'Take Back Opening Balances',
      text: `The ${year} pay of ${people === 1 ? 'one person' : `${people} people`} from ${sources.join(', ')} will be off their P9. The sheet can be uploaded again.`,
      action: 'Take Back',
      danger: true,
    },
    notice: ({ message }) => message,
  })
  const [first] = runs
  if (first) {
    return (
      <Text size="sm" c="dimmed" w="11rem">
        {`Kept since ${first.code} of ${monthInWords(first.month)}`}
      </Text>
    )
  }
  return (
    <RowButton
      icon={IconCircleX}
      label={`Take back ${year} from ${sources.join(', ')}`}
      busy={busy}
      onClick={() => void run({ params: { id } })}
    >
      Take Back
    </RowButton>
  )
}
