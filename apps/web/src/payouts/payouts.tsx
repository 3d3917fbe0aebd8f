import { Alert, Group, Select, Stack, Title } from '@mantine/core'
import { type PayoutStatus, payoutStatuses } from '@mshahara/contract/payout-states'
import {
  type Payout,
  type PayoutSummary,
  payoutMethodNames,
  payouts,
} from '@mshahara/contract/payouts'
import { useEffect, useState } from 'react'
import { read, useRead, useSlice } from '../lib/api.ts'
import { dateTime, words } from '../lib/format.ts'
import { type ListState, useListState } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconAlertTriangle, IconCash } from '../ui/icons.ts'
import { SearchField } from '../ui/list-frame.tsx'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Print } from '../ui/on-paper.tsx'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Warnings } from '../ui/warnings.tsx'
import { LeftOut } from './left-out.tsx'
import { Outsider } from './outsider.tsx'
import { PayoutsPaper, type Printed } from './paper.tsx'
import PayerChanges from './payer-changes.tsx'
import PaymentButtons from './payment-buttons.tsx'
import { PayoutHistory } from './payout-history.tsx'
import classes from './payouts.module.css'
import { Progress } from './progress.tsx'
import { Request } from './request.tsx'
import { RetryModal } from './retry.tsx'
import { columnsWith } from './rows.tsx'
import { Resume, RetryAll, Withdraw } from './run-acts.tsx'

const settings = { sizes: [10, 25, 50, 100], perPage: 25, filters: ['status'] }
/** While money is under way; a hidden tab asks for nothing. */
const every_ms = 2000
/** While a request waits: whoever asked sees when somebody has agreed. */
const waiting_ms = 5000

/** What became of each payout of a run, as it happens. */
export default function Payouts() {
  const id = useParam('id')
  const may = useMay()
  const call = { params: { id } }
  const { data: summary, isPending } = useRead(payouts.summary, call, {
    every_ms: (known) => (known?.moving ? every_ms : known?.request ? waiting_ms : false),
  })
  const casual = summary?.payroll.of === 'casuals'
  return (
    <Page
      title={casual ? 'Casual Payroll Payouts' : 'Payroll Payouts'}
      subtitle={summary ? titleOf(summary) : ' '}
      back={{ label: 'Back to the payroll', to: `/payroll/${casual ? 'casual/' : ''}${id}` }}
      actions={
        summary && (
          <>
            {may(payouts.sheet) && <SheetButtons endpoint={payouts.sheet} params={{ id }} />}
            <Print<Printed | null> shown={null} load={() => printed(id)}>
              {(whole) => whole && <PayoutsPaper {...whole} />}
            </Print>
          </>
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !summary && <MissingPayroll />}
      {summary && (
        <Stack gap="lg">
          <Outsider />
          <PayerChanges />
          <Paused summary={summary} />
          {may(payouts.retry) && <Warnings of={summary.warnings} />}
          {summary.request && <Request payroll_id={id} request={summary.request} />}
          <section className={`card ${classes.progress}`} aria-label="Progress">
            <Progress summary={summary} />
            <Group gap="sm" justify="flex-end">
              <Withdraw summary={summary} />
              <RetryAll summary={summary} />
              <PaymentButtons payroll_id={id} />
            </Group>
          </section>
          <List summary={summary} />
          <LeftOut summary={summary} />
        </Stack>
      )}
    </Page>
  )
}

async function printed(id: string): Promise<Printed | null> {
  const call = { params: { id } }
  const [summary, rows] = await Promise.all([read(payouts.summary, call), read(payouts.list, call)])
  return summary && rows && { summary, rows }
}

const titleOf = ({ payroll: { code, title } }: PayoutSummary) => `${code} - ${title}`

function Paused({ summary: { payroll, paused } }: { summary: PayoutSummary }) {
  return paused.map(({ method, reason, since }) => (
    <Alert
      key={method}
      color="red"
      title={`Sending by ${payoutMethodNames[method]} has stopped`}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <span>{`${reason} Stopped on ${dateTime(since)}; nothing is lost, and nothing is sent until somebody continues.`}</span>
        <Resume payroll_id={payroll.id} />
      </Stack>
    </Alert>
  ))
}

function List({ summary }: { summary: PayoutSummary }) {
  const { state, change } = useListState(settings)
  const [opened, setOpened] = useState<string | null>(null)
  const [retrying, setRetrying] = useState<string | null>(null)
  const pays = useMay()(payouts.retry)
  const { of } = summary.payroll
  const status = payoutStatuses.find((one) => one === state.filters.status)
  const search = state.search.trim()
  const read = useRows(summary, { ...state, search }, status)
  const { rows, total = 0 } = read.data ?? {}
  const narrowed = search !== '' || status !== undefined
  return (
    <section className={`card ${classes.list}`} aria-label="Payouts">
      <div className="card-head" data-flush>
        <Title order={2}>
          {read.data ? `${of === 'casuals' ? 'Casuals Payouts' : 'Payouts'} (${total})` : '\u00a0'}
        </Title>
        <Group gap="sm" flex={{ base: '1 1 100%', sm: 'none' }} miw={0} justify="flex-end">
          <Select
            aria-label="Status"
            w={{ base: '100%', xs: 170 }}
            data={[{ value: '', label: 'All statuses' }, ...statuses]}
            value={status ?? ''}
            onChange={(value) => void change({ filters: { status: value || null } })}
          />
          <SearchField
            label="Search payout"
            value={state.search}
            onChange={(text) => void change({ search: text })}
          />
        </Group>
      </div>
      <DataTable
        label="Payouts"
        columns={columnsWith(summary.payroll, {
          open: ({ id }) => setOpened(id),
          retry: pays ? ({ id }) => setRetrying(id) : null,
        })}
        rows={rows as Payout[] | undefined}
        rowKey={(row) => row.id}
        loading={read.isPending}
        stale={read.isPlaceholderData}
        failed={read.isError && !read.data}
        onRetry={() => void read.refetch()}
        empty={<NoPayouts narrowed={narrowed} />}
        paging={{
          sizes: settings.sizes,
          perPage: state.perPage,
          page: state.page,
          pages: Math.max(1, Math.ceil(total / state.perPage)),
          total,
          numbered: true,
          onPage: (page) => void change({ page }),
          onPerPage: (perPage) => void change({ perPage }),
        }}
      />
      {opened && <PayoutHistory id={opened} of={of} onClose={() => setOpened(null)} />}
      {retrying && (
        <RetryModal
          payroll_id={summary.payroll.id}
          payout_id={retrying}
          warnings={summary.warnings}
          onClose={() => setRetrying(null)}
        />
      )}
    </section>
  )
}

const NoPayouts = ({ narrowed }: { narrowed: boolean }) => (
  <Empty
    icon={IconCash}
    title={narrowed ? 'No Matching Payouts Found' : 'No Payouts Found'}
    text={narrowed ? 'Try adjusting your search criteria' : 'Nobody has been paid from here yet'}
  />
)

const statuses = payoutStatuses.map((value) => ({ value, label: words(value) }))

/** One page of them, read again whenever the sums have moved on. */
function useRows(summary: PayoutSummary, state: ListState, status: PayoutStatus | undefined) {
  const { payroll, submitted, processing, paid, failed, review } = summary
  const query = {
    offset: (state.page - 1) * state.perPage,
    limit: state.perPage,
    search: state.search,
    ...(status && { status }),
  }
  const read = useSlice(payouts.list, query, { id: payroll.id })
  const moved = [submitted, processing, paid, failed, review].map(({ count }) => count).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the sums change, and only then.
  useEffect(() => void read.refetch({ cancelRefetch: false }), [moved])
  return read
}
