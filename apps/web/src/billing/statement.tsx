import { Select } from '@mantine/core'
import { billing } from '@mshahara/contract/billing'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { PaperPage } from './paper-page.tsx'

/** What was charged and paid in a year, and what is left. */
export default function Statement() {
  const [year, setYear] = useState<number | undefined>()
  const query = year === undefined ? {} : { year }
  const read = useRead(billing.statement, { query }, { keep: true })
  const { data } = read
  return (
    <PaperPage
      title="Statement of Account"
      what="statement"
      read={read}
      number={data ? String(data.year) : undefined}
      file={() => call(billing.statementFile, { query })}
    >
      {data && data.years.length > 1 && (
        <Select
          aria-label="Year"
          w={110}
          data={data.years.map(String)}
          value={String(data.year)}
          allowDeselect={false}
          onChange={(value) => value && setYear(Number(value))}
        />
      )}
    </PaperPage>
  )
}
