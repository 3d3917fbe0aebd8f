import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { defaultMonth, monthFrom } from '@mshahara/contract/months'
import { commissionRates } from '@mshahara/contract/structure'
import { type VariableTotals, variablePay } from '@mshahara/contract/variable-pay'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { amount, today } from '../lib/format.ts'
import { type ListChange, type ListState, useListState } from '../lib/list-state.ts'
import { monthName, monthOptions } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconFileUpload, IconUsersGroup } from '../ui/icons.ts'
import { SearchField } from '../ui/list-frame.tsx'
import { Page } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { columnsFor, totalsWith } from './cells.ts'
import { useDrafts } from './drafts.ts'
import classes from './grid.module.css'
import { Grid } from './grid.tsx'
import { MonthHours } from './month-hours.tsx'
import { useOvertimeLaw } from './overtime-law.ts'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const settings = { sizes: [25, 50, 100, 250], perPage: 50, filters: ['month', 'filled'] } as const

/** As for a payroll. */
function usualMonth(): string {
  const { month, year } = defaultMonth(today())
  return monthFrom(month, year)
}

const unsaved = {
  title: 'Unsaved changes',
  text: 'What you typed has not been saved. Leave without saving?',
  action: 'Leave without saving',
  danger: true,
}

export default function VariablePay() {
  const { state, change } = useListState(settings)
  const month = state.filters.month ?? usualMonth()
  const read = useMonth(month, state)
  const rates = useRates()
  const law = useOvertimeLaw()
  // The rows of the grid are drawn again only for others.
  const columns = useMemo(() => columnsFor(rates, law), [rates, law])
  const work = useDrafts(month, columns)
  const changed = work.drafts.size
  const [uploading, setUploading] = useState(false)
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      changed > 0 && current.pathname !== next.pathname && !(await confirm(unsaved)),
    enableBeforeUnload: () => changed > 0,
  })
  async function choose(value: string | null) {
    if (!value || (changed > 0 && !(await confirm(unsaved)))) return
    work.discard()
    void change({ filters: { month: value } })
  }
  const { data } = read
  const isLast = state.page * state.perPage >= (data?.count ?? 0)
  return (
    <Page
      title="Variable Pay"
      subtitle="Overtime, bonuses, absence, one-off deductions, revenue and per diem of a month"
      actions={<UploadButton onClick={() => setUploading(true)} />}
    >
      <div className="card">
        <Choices month={month} state={state} onMonth={choose} onChange={change} />
        {data && <Totals month={monthName(month)} totals={totalsWith(data.totals, work.drafts)} />}
      </div>
      {read.isPending && <Waiting />}
      {read.isError && !data && (
        <Failed title="The month could not be loaded" onRetry={() => void read.refetch()} />
      )}
      {data && (
        <div className="card" aria-busy={read.isPlaceholderData || undefined}>
          {data.people.length === 0 ? (
            <Nobody searching={Boolean(state.search || state.filters.filled)} />
          ) : (
            <Grid
              {...{ columns, rates }}
              label={`Variable pay of ${monthName(month)}`}
              people={data.people}
              drafts={work.drafts}
              faults={work.faults}
              refusals={work.refusals}
              onType={work.type}
              onLeave={work.leave}
              onPaste={(at, block) => work.paste(data.people, at, block, rates, isLast)}
            />
          )}
          <SaveBar changed={changed} busy={work.busy} onSave={work.save} onDiscard={work.discard} />
          <Pages state={state} count={data.count} busy={read.isPlaceholderData} onChange={change} />
        </div>
      )}
      {data && <MonthHours hours={data.month_hours} />}
      {uploading && (
        <Wizard month={month} onClose={() => setUploading(false)} onDone={work.discard} />
      )}
    </Page>
  )
}

const UploadButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconFileUpload size={17} aria-hidden />}
    onClick={onClick}
  >
    Upload Spreadsheet
  </Button>
)

const useMonth = (month: string, { page, perPage, search, filters }: ListState) =>
  useRead(
    variablePay.list,
    {
      query: {
        month,
        offset: (page - 1) * perPage,
        limit: perPage,
        search: search.trim(),
        filled: filters.filled === '1' ? '1' : undefined,
      },
    },
    { keep: true },
  )

type Change = (change: ListChange) => unknown

interface ChoicesProps {
  month: string
  state: ListState
  onMonth: (month: string | null) => unknown
  onChange: Change
}

function Choices({ month, state, onMonth, onChange }: ChoicesProps) {
  return (
    <Group p="md" gap="sm" align="flex-end">
      <SearchSelect
        label="Month"
        w={190}
        data={monthOptions()}
        value={month}
        onChange={(value) => void onMonth(value)}
      />
      <SegmentedControl
        aria-label="Who is shown"
        data={[
          { value: '0', label: 'Everybody' },
          { value: '1', label: 'With entries' },
        ]}
        value={state.filters.filled === '1' ? '1' : '0'}
        onChange={(value) => void onChange({ filters: { filled: value === '1' ? '1' : null } })}
      />
      <SearchField
        label="Search employee"
        value={state.search}
        onChange={(value) => void onChange({ search: value })}
      />
    </Group>
  )
}

const Nobody = ({ searching }: { searching: boolean }) => (
  <Empty
    icon={IconUsersGroup}
    title="No Employees Found"
    text={searching ? 'Nobody matches' : 'Nobody is employed in this month'}
  />
)

interface PagesProps {
  state: ListState
  count: number
  busy: boolean
  onChange: Change
}

const Pages = ({ state, count, busy, onChange }: PagesProps) => (
  <Paging
    {...settings}
    perPage={state.perPage}
    page={state.page}
    pages={Math.max(1, Math.ceil(count / state.perPage))}
    total={count}
    loading={busy}
    onPage={(page) => void onChange({ page })}
    onPerPage={(perPage) => void onChange({ perPage })}
  />
)

interface WizardProps {
  month: string
  onClose: () => void
  onDone: () => void
}

function Wizard({ month, ...props }: WizardProps) {
  const template = 'Download the template: everybody is in it, with what is recorded for'
  return (
    <Suspense fallback={null}>
      <ImportWizard
        title="Upload Variable Pay"
        endpoint={variablePay.upload}
        template={variablePay.template}
        faults={variablePay.faults}
        asked={{ month }}
        first={`${template} ${monthName(month)}.`}
        done="Variable pay uploaded successfully"
        {...props}
      />
    </Suspense>
  )
}

function useRates() {
  const may = useMay()(commissionRates.list)
  const { data } = useRead(commissionRates.list, undefined, { enabled: may })
  return data ?? noRates
}
const noRates: never[] = []

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

function Totals({ month, totals }: { month: string; totals: VariableTotals }) {
  const shown: [string, string][] = [
    ['People with entries', number.format(totals.people)],
    ['Overtime hours', number.format(totals.overtime_hours)],
    ['Rest day hours', number.format(totals.rest_hours)],
    ['Bonus', amount(totals.bonus)],
    ['Absence days', number.format(totals.absence_days)],
    ['Deductions', amount(totals.deduction)],
    ['Revenue', amount(totals.revenue)],
    ['Days away', number.format(totals.days_away)],
  ]
  return (
    <dl
      className={`figures ${classes.totals}`}
      aria-label={`Totals of ${month}`}
      style={{ borderTop: '1px solid var(--line)' }}
    >
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SaveBarProps {
  changed: number
  busy: boolean
  onSave: () => void
  onDiscard: () => void
}

function SaveBar({ changed, busy, onSave, onDiscard }: SaveBarProps) {
  return (
    <Group p="md" justify="flex-end" style={{ borderTop: '1px solid var(--line)' }}>
      <Text size="sm" c="dimmed" role="status">
        {changed === 0
          ? 'Nothing to save'
          : `${changed.toLocaleString('en')} ${changed === 1 ? 'person' : 'people'} changed, not saved yet`}
      </Text>
      {changed > 0 && (
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button loading={busy} disabled={changed === 0} onClick={onSave}>
        Save
      </Button>
    </Group>
  )
}
