import { Button, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { type CostReport, costBudgets, costOfPeople } from '@mshahara/contract/cost-of-people'
import { lazy, Suspense, useState } from 'react'
import { read, useRead } from '../lib/api.ts'
import { useListState } from '../lib/list-state.ts'
import { monthName, monthOptions, thisMonth } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { IconFileUpload } from '../ui/icons.ts'
import { Print } from '../ui/on-paper.tsx'
import { Page } from '../ui/page.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { CostPaper } from './cost-paper.tsx'
import { ComponentTable, UnitTable } from './cost-tables.tsx'
import { viewIn, views } from './cost-words.ts'
import { Reported } from './summaries.tsx'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const settings = { sizes: [10], perPage: 10, filters: ['month', 'by'] }

/** What people cost in a month, and whose cost it is. */
export default function CostOfPeople() {
  const { state, change } = useListState(settings)
  const given = state.filters.month ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(given) ? given : thisMonth()
  const asked = useRead(costOfPeople.get, { params: { month } }, { keep: true })
  const view = viewIn(state.filters.by)
  return (
    <Page
      title="Cost of People"
      subtitle={`${monthName(month)}: gross pay and what the employer adds to it, of employees and casual workers`}
      actions={<Actions month={month} report={asked.data} />}
    >
      <Stack gap="sm">
        <SearchSelect
          label="Month"
          maw={240}
          data={monthOptions()}
          nothingFoundMessage="No such month"
          value={month}
          onChange={(value) => value && void change({ filters: { month: value } })}
        />
        <SegmentedControl
          aria-label="How it is read"
          data={views.map(({ value, label }) => ({ value, label }))}
          value={view}
          onChange={(value) => void change({ filters: { by: value } })}
        />
      </Stack>
      <Reported read={asked}>
        {(report, stale) =>
          view === 'component' ? (
            <ComponentTable report={report} stale={stale} />
          ) : (
            <UnitTable report={report} view={view} stale={stale} />
          )
        }
      </Reported>
      <Notes report={asked.data} />
    </Page>
  )
}

interface Shown {
  month: string
  report: CostReport | null | undefined
}

function Actions({ month, report }: Shown) {
  const may = useMay()
  const [uploading, setUploading] = useState(false)
  return (
    <>
      {may(costBudgets.upload) && (
        <Button
          variant="default"
          leftSection={<IconFileUpload size={17} aria-hidden />}
          onClick={() => setUploading(true)}
        >
          Upload Budget
        </Button>
      )}
      {may(costOfPeople.sheet) && <SheetButtons endpoint={costOfPeople.sheet} params={{ month }} />}
      {report && (
        <Print shown={report} load={() => read(costOfPeople.get, { params: { month } })}>
          {(whole) => <CostPaper report={whole} />}
        </Print>
      )}
      {uploading && (
        <Suspense fallback={null}>
          <ImportWizard
            title="Upload Budget"
            endpoint={costBudgets.upload}
            template={costBudgets.template}
            faults={costBudgets.faults}
            done="Budget uploaded successfully"
            onClose={() => setUploading(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Notes({ report }: Pick<Shown, 'report'>) {
  if (!report) return null
  return (
    <section className="card" aria-label="What is counted" style={{ padding: 'var(--card-pad)' }}>
      <Title order={2} size="h4">
        What is counted
      </Title>
      <Text size="sm" c="dimmed" mt={6}>
        Confirmed payrolls of the month, by the department and the cost centres that each payslip
        keeps. Leave pay is a part of the gross pay; loans are taken back from it and are no cost.
        Fringe benefit tax is worked out from the loans as they are today.
      </Text>
    </section>
  )
}
