import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '../ui/icons.ts'

interface Props {
  label: string
  value: string | null
  min?: string
  max?: string
  onChange: (day: string | null) => void
}

/** A day, typed or picked; written as everywhere. */
export default function DayFilter({ label, value, min, max, onChange }: Props) {
  return (
    <DateInput
      label={label}
      value={value}
      onChange={onChange}
      minDate={min}
      maxDate={max}
      clearable
      hideOutsideDates
      weekendDays={[]}
      previousLabel="Previous"
      nextLabel="Next"
      leftSection={<IconCalendar size={16} aria-hidden />}
      valueFormat="DD MMMM, YYYY"
      placeholder="Any day"
      dateParser={(text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : parseWords(text))}
    />
  )
}

function parseWords(text: string): string | null {
  const time = Date.parse(`${text.replace(',', '')} UTC`)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}
