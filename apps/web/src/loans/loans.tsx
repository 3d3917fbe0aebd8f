import { Button, Select, SimpleGrid } from '@mantine/core'
import { employees } from '@mshahara/contract/employees'
import type { LoanListed } from '@mshahara/contract/loan-fields'
import { loanStatuses } from '@mshahara/contract/loan-states'
import { loans } from '@mshahara/contract/loans'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRead, useSlice } from '../lib/api.ts'
import { date, fullName, ksh, wholeName, words } from '../lib/format.ts'
import { type InOne, useLaterWords, useTexts } from '../lib/language.tsx'
import { type ListChange, type ListState, useListState, usualSizes } from '../lib/list-state.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { spoken } from '../lib/spoken.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { Empty } from '../ui/empty.tsx'
import {
  IconCalculator,
  IconCoins,
  IconEye,
  IconFileSpreadsheet,
  IconPlus,
  IconSettings,
} from '../ui/icons.ts'
import { ListFrame } from '../ui/list-frame.tsx'
import { RowLink } from '../ui/row-action.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Status } from '../ui/status.tsx'
import { uiTexts } from '../ui/texts.ts'
import { purposeIn } from './apply-texts.ts'
import { loanTexts } from './texts.ts'

const Calculator = lazy(() => import('./calculator.tsx'))
const NewLoan = lazy(() => import('./new-loan.tsx'))
const Remittances = lazy(() => import('./remittances.tsx'))
const Settings = lazy(() => import('./loan-settings.tsx'))

const settings = { ...usualSizes, filters: ['employee_id', 'status', 'from_date', 'to_date'] }
type Opened = 'calculator' | 'new' | 'remittances' | 'settings' | null

/** Every application for staff, one's own for an employee. */
export default function Loans() {
  const t = useTexts(loanTexts)
  const { role } = useProfile()
  const may = useMay()
  const [opened, setOpened] = useState<Opened>(null)
  const { state, change } = useListState(settings)
  const staff = role !== 'employee'
  const { read, rows, total, pages } = useLoans(state)
  const narrowed = state.search.trim() !== '' || Object.keys(state.filters).length > 0
  const apply = !staff && <NewApplication onClick={() => setOpened('new')} />
  return (
    <ListFrame
      title={staff ? 'Loans' : t.mine}
      heading={(count) => t.heading({ count })}
      searchLabel={t.search}
      count={read.data && total}
      search={state.search}
      onSearch={(text) => void change({ search: text })}
      actions={
        <>
          {staff && <ForStaff open={setOpened} />}
          <OpenButton icon={IconCalculator} onClick={() => setOpened('calculator')}>
            {t.calculator}
          </OpenButton>
          {apply}
        </>
      }
      above={<Filters staff={staff} state={state} change={change} />}
    >
      <DataTable
        label={t.applications}
        columns={columnsFor(t, staff, staff && may(employees.get))}
        rows={rows as LoanListed[]}
        rowKey={({ id }) => id}
        loading={read.isPending}
        stale={read.isPlaceholderData}
        failed={read.isError && !read.data}
        onRetry={() => void read.refetch()}
        empty={<Nothing narrowed={narrowed} apply={apply} />}
        paging={{
          ...usualSizes,
          perPage: state.perPage,
          page: Math.min(state.page, pages),
          pages,
          total,
          onPage: (page) => void change({ page }),
          onPerPage: (perPage) => void change({ perPage }),
        }}
      />
      <Suspense fallback={null}>
        {opened === 'calculator' && <Calculator onClose={() => setOpened(null)} />}
        {opened === 'new' && <NewLoan onClose={() => setOpened(null)} />}
        {opened === 'remittances' && <Remittances onClose={() => setOpened(null)} />}
        {opened === 'settings' && <Settings onClose={() => setOpened(null)} />}
      </Suspense>
    </ListFrame>
  )
}

function ForStaff({ open }: { open: (what: Opened) => void }) {
  const may = useMay()
  return (
    <>
      {may(loans.changeSettings) && (
        <OpenButton icon={IconSettings} onClick={() => open('settings')}>
          Loan Settings
        </OpenButton>
      )}
      {may(loans.remittances) && (
        <OpenButton icon={IconFileSpreadsheet} onClick={() => open('remittances')}>
          Remittances
        </OpenButton>
      )}
    </>
  )
}

function useLoans(state: ListState) {
  const read = useSlice(loans.list, {
    offset: (state.page - 1) * state.perPage,
    limit: state.perPage,
    search: state.search.trim(),
    ...(state.filters as object),
  })
  const { rows = [], total = 0 } = read.data ?? {}
  return { read, rows, total, pages: Math.max(1, Math.ceil(total / state.perPage)) }
}

const NewApplication = ({ onClick }: { onClick: () => void }) => (
  <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={onClick}>
    {useTexts(loanTexts).apply}
  </Button>
)

interface OpenProps {
  icon: typeof IconCalculator
  onClick: () => void
  children: string
}

const OpenButton = ({ icon: Icon, onClick, children }: OpenProps) => (
  <Button variant="default" leftSection={<Icon size={17} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)

function Nothing({ narrowed, apply }: { narrowed: boolean; apply: ReactNode }) {
  const t = useTexts(loanTexts)
  const text = narrowed
    ? t.adjust
    : apply
      ? t.first
      : 'Employees apply for loans in their own area.'
  return <Empty icon={IconCoins} title={t.none} text={text} action={!narrowed && apply} />
}

/** On a phone an employee's own loans are known by product and amount. */
function columnsFor(
  t: InOne<typeof loanTexts>,
  staff: boolean,
  linked: boolean,
): Column<LoanListed>[] {
  return [
    {
      key: 'employee',
      title: t.employee,
      lead: true,
      link: ({ employee }) => (linked ? `/employee/${employee.id}` : undefined),
      ...(!staff && { onCard: ({ product, amount }: LoanListed) => [product, ksh(amount)] }),
      render: ({ employee }) => wholeName(employee),
    },
    {
      ...amountColumn<LoanListed>('amount', t.amount, ({ amount }) => amount),
      wideOnly: !staff,
    },
    {
      key: 'product',
      title: t.product,
      yields: 1,
      wideOnly: !staff,
      render: ({ product }) => product,
    },
    {
      key: 'purpose',
      title: t.purpose,
      yields: 2,
      render: ({ purpose }) => purposeIn(purpose, spoken()),
    },
    {
      ...amountColumn<LoanListed>('balance', t.balance, ({ outstanding }) => outstanding),
      yields: 2,
    },
    { key: 'status', title: t.status, render: ({ state }) => <Status value={state} /> },
    {
      key: 'applied',
      title: t.appliedOn,
      oneLine: true,
      yields: 3,
      render: ({ created_at }) => date(created_at),
    },
    {
      key: 'view',
      title: t.actions,
      actions: true,
      render: ({ id, employee }) => (
        <RowLink to={`/loan/${id}`} icon={IconEye} label={t.viewOf({ name: wholeName(employee) })}>
          {t.view}
        </RowLink>
      ),
    },
  ]
}

interface FiltersProps {
  staff: boolean
  state: ListState
  change: (wanted: ListChange) => Promise<void>
}

const none = { employee_id: null, status: null, from_date: null, to_date: null }

function Filters({ staff, state, change }: FiltersProps) {
  const t = useTexts(loanTexts)
  const said = useLaterWords(uiTexts)
  const { filters } = state
  const set = (name: string) => (value: string | null) =>
    void change({ filters: { [name]: value } })
  return (
    <section className="card" aria-label={t.filters}>
      <div className="card-body">
        <SimpleGrid cols={{ base: 2, sm: 3, lg: staff ? 5 : 4 }} spacing="sm">
          {staff && <EmployeeFilter value={filters.employee_id} onChange={set('employee_id')} />}
          <Select
            label={t.status}
            data={[
              { value: '', label: t.allStatuses },
              ...loanStatuses.map((value) => ({ value, label: said[value] ?? words(value) })),
            ]}
            value={filters.status ?? ''}
            allowDeselect={false}
            onChange={(value) => set('status')(value || null)}
          />
          <Day
            label={t.fromDate}
            clearable
            value={filters.from_date ?? null}
            onChange={(value) => set('from_date')(value)}
          />
          <Day
            label={t.toDate}
            clearable
            value={filters.to_date ?? null}
            onChange={(value) => set('to_date')(value)}
          />
          <Button
            variant="default"
            style={{ alignSelf: 'end' }}
            onClick={() => void change({ filters: none, search: '' })}
          >
            {t.reset}
          </Button>
        </SimpleGrid>
      </div>
    </section>
  )
}

interface FilterProps {
  value: string | undefined
  onChange: (value: string | null) => void
}

function EmployeeFilter({ value, onChange }: FilterProps) {
  const may = useMay()(employees.list)
  const { data } = useRead(employees.list, undefined, { enabled: may })
  const options = (data ?? []).map((one) => ({
    value: one.id,
    label: `${fullName(one)} (${one.employee_no})`,
  }))
  return (
    <SearchSelect
      label="Employee"
      placeholder="All Employees"
      data={options}
      limit={100}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Employee' }}
      value={value ?? null}
      onChange={onChange}
    />
  )
}
