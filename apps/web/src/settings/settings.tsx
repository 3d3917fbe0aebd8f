import { Alert, Box, Button, Modal } from '@mantine/core'
import { lawCalls } from '@mshahara/contract/law'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { amount } from '../lib/format.ts'
import { monthName, thisMonth } from '../lib/months.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCalculator, IconInfoCircle } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { MonthSelect } from './month-select.tsx'
import { wishIn } from './simulation-address.ts'
import classes from './simulator.module.css'
import { Simulator } from './simulator.tsx'

type Law = NonNullable<ReturnType<typeof useRead<typeof lawCalls.law>>['data']>
interface Sourced {
  source: string
  since: string
}

/** Every table says where its figures come from. */
function sourceColumns<Row extends Sourced>(): Column<Row>[] {
  return [
    { key: 'since', title: 'Since', oneLine: true, render: ({ since }) => monthName(since) },
    { key: 'source', title: 'Source', render: ({ source }) => source },
  ]
}

const figures: Column<Law['settings'][number]>[] = [
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  { key: 'value', title: 'Value', render: ({ value }) => value },
  ...sourceColumns<Law['settings'][number]>(),
]
const bands: Column<Law['paye_rates'][number]>[] = [
  {
    key: 'month',
    title: 'Month',
    lead: true,
    render: ({ band_month }) => (band_month === null ? 'Above' : `Up to ${amount(band_month)}`),
  },
  {
    key: 'year',
    title: 'Year',
    render: ({ band_year }) => (band_year === null ? 'Above' : `Up to ${amount(band_year)}`),
  },
  { key: 'rate', title: 'Rate(%)', align: 'right', render: ({ rate }) => rate },
  ...sourceColumns<Law['paye_rates'][number]>(),
]
const steps: Column<Law['nhif_rates'][number]>[] = [
  { key: 'from', title: 'From', lead: true, render: ({ from }) => amount(from) },
  { key: 'to', title: 'To', render: ({ to }) => (to === null ? 'Above' : amount(to)) },
  { key: 'amount', title: 'Amount', align: 'right', render: (row) => amount(row.amount) },
]

/** The law as the engine has it: every figure of a month, with its source. */
export default function Settings() {
  const { month, simulating, go } = useSettingsAddress()
  const read = useRead(lawCalls.law, { query: { month } }, { keep: true })
  const state = {
    loading: read.isPending,
    failed: read.isError && !read.data,
    onRetry: () => void read.refetch(),
  }
  return (
    <Page
      title="System Settings"
      subtitle={`The statutory figures of ${monthName(month)}`}
      actions={
        <>
          <Button component={Link} to="/payments" variant="default">
            Payments
          </Button>
          <Button component={Link} to="/packages" variant="default">
            Packages
          </Button>
          <Button
            leftSection={<IconCalculator size={18} aria-hidden />}
            onClick={() => go({ simulate: 'true' })}
          >
            Simulate Payslip
          </Button>
        </>
      }
    >
      <Box maw={320}>
        <MonthSelect
          label="Month"
          value={month}
          onChange={(value) => value && go({ month: value })}
        />
      </Box>
      {read.data?.checked === false && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} aria-hidden />}>
          The law for {monthName(month)} has not been checked yet; these are the last known rules.
        </Alert>
      )}
      <Tables law={read.data} state={state} />
      <Modal
        opened={simulating}
        onClose={() => go(closed)}
        title="Simulate Payslip"
        size={1080}
        className={classes.dialog}
      >
        <Simulator />
      </Modal>
    </Page>
  )
}

/** The simulator's own state goes with it when it is closed; the month stays. */
const closed = {
  simulate: undefined,
  gross: undefined,
  net: undefined,
  compare: undefined,
  switched: undefined,
  benefits: undefined,
  house: undefined,
}

/** The month is in the address, so that the simulator takes it over and both can be shared. */
function useSettingsAddress() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  return {
    month: wishIn(search, { amount: 0, month: thisMonth() }).month,
    simulating: search.simulate === 'true',
    go: (part: Record<string, string | undefined>) =>
      void navigate({
        to: '.',
        search: ((now: object) => ({ ...now, ...part })) as never,
        replace: true,
      }),
  }
}

interface TablesProps {
  law: Law | null | undefined
  state: { loading: boolean; failed: boolean; onRetry: () => void }
}

function Tables({ law, state }: TablesProps) {
  return (
    <>
      <Card flush title="NHIF Rates">
        <DataTable
          {...state}
          label="NHIF Rates"
          columns={steps}
          rows={law?.nhif_rates}
          rowKey={({ from }) => from}
          empty={
            law && (
              <Empty
                icon={IconInfoCircle}
                title={`${law.health.name} has replaced NHIF`}
                text={`Since ${monthName(law.health.since)}; its rate is among the settings below.`}
              />
            )
          }
        />
      </Card>
      <Card flush title="Settings">
        <DataTable
          {...state}
          label="Settings"
          columns={figures}
          rows={law?.settings}
          rowKey={({ name }) => name}
          empty={null}
        />
      </Card>
      <Card flush title="PAYE Rates">
        <DataTable
          {...state}
          label="PAYE Rates"
          columns={bands}
          rows={law?.paye_rates}
          rowKey={({ band_month }) => band_month ?? 'above'}
          empty={null}
        />
      </Card>
    </>
  )
}
