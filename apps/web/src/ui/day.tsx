import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { spoken } from '../lib/spoken.ts'
import { IconCalendar } from './icons.ts'

interface Props extends Omit<DateInputProps, 'minDate' | 'maxDate'> {
  min?: string
  max?: string
}

/** A day as '2026-02-28', typed or picked; displayed as everywhere else. */
export default function Day({ min, max, ...props }: Props) {
  return (
    <DateInput
      minDate={min}
      maxDate={max}
      clearable
      hideOutsideDates
      weekendDays={[]}
      previousLabel="Previous"
      nextLabel="Next"
      leftSection={<IconCalendar size={16} aria-hidden />}
      valueFormat="DD MMMM, YYYY"
      placeholder={spoken() === 'sw' ? 'Siku yoyote' : 'Any day'}
      clearButtonProps={{ 'aria-label': `Clear ${props.label ?? 'the day'}` }}
      dateParser={parseDay}
      {...props}
    />
  )
}

/** 2026-02-28, 28/02/2026 (the day first, as in Kenya) or "28 February, 2026". */
export function parseDay(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  const words = numbers ? `${numbers[3]}-${numbers[2]}-${numbers[1]}` : text.replace(',', '')
  const time = Date.parse(`${words} UTC`)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}
