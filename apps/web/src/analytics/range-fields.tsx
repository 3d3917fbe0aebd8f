import { NativeSelect, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { monthInYear } from '../lib/months.ts'
import { faultOf, type Part, type Range, yearsOf } from './range.ts'
import { ownTexts } from './texts.ts'

const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))

interface Props {
  range: Range
  /** From the last answer. */
  years: number[]
  onMove: (end: keyof Range, part: Part) => void
  /** A field before the four. */
  first?: ReactNode
}

/** Month From, Year From, Month To, Year To; any change loads the figures again. */
export function RangeFields({ range, years, onMove, first }: Props) {
  const [fromYear = '', fromMonth = ''] = range.from.split('-')
  const [toYear = '', toMonth = ''] = range.to.split('-')
  const t = useLaterTexts(ownTexts)
  const months = numbers.map((value) => ({ value, label: monthInYear(value) }))
  const offered = yearsOf(years, [fromYear, toYear])
  return (
    <section className="card" aria-label={t.filters}>
      {first && <div style={{ padding: 'var(--card-pad) var(--card-pad) 0' }}>{first}</div>}
      <SimpleGrid cols={{ base: 2, sm: 4 }} p="var(--card-pad)" spacing="md">
        <Field
          label={t.monthFrom}
          data={months}
          value={fromMonth}
          onChoose={(month) => onMove('from', { month })}
        />
        <Field
          label={t.yearFrom}
          data={offered}
          value={fromYear}
          onChoose={(year) => onMove('from', { year })}
        />
        <Field
          label={t.monthTo}
          data={months}
          value={toMonth}
          onChoose={(month) => onMove('to', { month })}
          error={faultOf(range)}
        />
        <Field
          label={t.yearTo}
          data={offered}
          value={toYear}
          onChoose={(year) => onMove('to', { year })}
        />
      </SimpleGrid>
    </section>
  )
}

interface FieldProps {
  label: string
  data: string[] | { value: string; label: string }[]
  value: string
  onChoose: (value: string) => void
  error?: string
}

/** The browser's own: it opens well on a phone, where most employees see their dashboard. */
function Field({ label, data, value, onChoose, error }: FieldProps) {
  return (
    <NativeSelect
      label={label}
      data={data}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}
