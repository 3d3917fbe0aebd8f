import { Group, Select, Stack, Text, Title } from '@mantine/core'
import {
  type PayrollVariance,
  payrollVariances,
  type VarianceKind,
  varianceKinds,
  varianceTitles,
} from '@mshahara/contract/payroll-variance'
import type { ReactNode } from 'react'
import { read, useRead } from '../lib/api.ts'
import { useListState } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconCash } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Print } from '../ui/on-paper.tsx'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { VariancePaper } from './variance-paper.tsx'
import { PeopleTable, pageSizes, Statement } from './variance-tables.tsx'

const settings = { sizes: pageSizes, perPage: 25, filters: ['kind'] }

/** From last month's total to this month's: in sum, then person by person. */
export default function Variance() {
  const id = useParam('id')
  const may = useMay()
  const { state, change } = useListState(settings)
  const kind = varianceKinds.find((one) => one === state.filters.kind) ?? null
  const query = { offset: (state.page - 1) * state.perPage, limit: state.perPage, kind: kind ?? '' }
  const asked = useRead(payrollVariances.get, { params: { id }, query }, { keep: true })
  const { data: found, isPending, isPlaceholderData } = asked
  const choose = (next: VarianceKind | null) => void change({ filters: { kind: next } })
  return (
    <Page
      title="Payroll Reconciliation"
      subtitle={found ? titleOf(found) : ' '}
      back={{ label: 'Back to the payroll', to: `/payroll/${id}` }}
      actions={
        found?.opening && (
          <>
            {may(payrollVariances.sheet) && (
              <SheetButtons endpoint={payrollVariances.sheet} params={{ id }} />
            )}
            <Print shown={found} load={() => read(payrollVariances.get, { params: { id } })}>
              {(whole) => <VariancePaper variance={whole} />}
            </Print>
          </>
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !found && <MissingPayroll />}
      {found && !found.opening && (
        <Nothing
          title="Nothing to compare with yet"
          text="No earlier month has a confirmed payroll."
        />
      )}
      {found?.opening && (
        <Stack gap="lg">
          <section className="card" aria-label="In sum">
            <Title order={2} p="lg" pb="xs">
              In sum
            </Title>
            <Statement variance={found} onChoose={choose} />
          </section>
          <ByPerson found={found} kind={kind} onChoose={choose}>
            <PeopleTable
              variance={found}
              stale={isPlaceholderData}
              paging={{
                page: state.page,
                perPage: state.perPage,
                onPage: (page) => void change({ page }),
                onPerPage: (perPage) => void change({ perPage }),
              }}
            />
          </ByPerson>
        </Stack>
      )}
    </Page>
  )
}

interface ByPersonProps {
  found: PayrollVariance
  kind: VarianceKind | null
  onChoose: (kind: VarianceKind | null) => void
  children: ReactNode
}

function ByPerson({ found, kind, onChoose, children }: ByPersonProps) {
  return (
    <section className="card" aria-label="By person">
      <Group p="lg" pb="sm" justify="space-between">
        <div>
          <Title order={2}>By person</Title>
          <Text size="sm" c="dimmed">
            {peopleIn(found, kind)}
          </Text>
        </div>
        <Select
          aria-label="Reason"
          w={{ base: '100%', xs: 280 }}
          data={[{ value: '', label: 'All reasons' }, ...offered(found)]}
          value={kind ?? ''}
          onChange={(value) => onChoose((value || null) as VarianceKind | null)}
        />
      </Group>
      {children}
    </section>
  )
}

const titleOf = ({ opening, closing }: PayrollVariance) => {
  const to = `${closing.codes.join(', ')} - ${closing.month}, ${closing.year}`
  return opening ? `${to}, from ${opening.month} ${opening.year}` : to
}

const offered = ({ reasons }: PayrollVariance) =>
  varianceKinds
    .filter((kind) => reasons.some((reason) => reason.kind === kind))
    .map((value) => ({ value, label: varianceTitles[value] }))

function peopleIn({ people_count: count }: PayrollVariance, kind: VarianceKind | null): string {
  const who = count === 1 ? '1 person' : `${count} people`
  const which = kind ? `${who}: ${varianceTitles[kind]}` : `${who} with a change`
  return `${which}. Amounts before, now, and the difference.`
}

const Nothing = ({ title, text }: { title: string; text: string }) => (
  <div className="card">
    <Empty icon={IconCash} title={title} text={text} />
  </div>
)
