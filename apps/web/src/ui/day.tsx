import '@mantine/dates/styles.css'
import 'dayjs/locale/sw'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { spoken } from '../lib/spoken.ts'
import { IconCalendar } from './icons.ts'
import { parseDay } from './parse-day.ts'

interface Props extends Omit<DateInputProps, 'minDate' | 'maxDate'> {
  min?: string
  max?: string
}

const words = {
  en: {
    ...{ previous: 'Previous', next: 'Next', clear: 'Clear', it: 'the day' },
    ...{ any: 'Any day', one: 'Select a day' },
  },
  sw: {
    ...{ previous: 'Nyuma', next: 'Mbele', clear: 'Futa', it: 'siku' },
    ...{ any: 'Siku yoyote', one: 'Chagua siku' },
  },
}

/**
 * A day as '2026-02-28', typed or picked; displayed as everywhere else. Where no day is an answer
 * too it is `clearable`: elsewhere the button would only take the room of the year. Where it stands,
 * the calendar gives way to it.
 */
export default function Day({ min, max, ...props }: Props) {
  const t = words[spoken()]
  return (
    <DateInput
      minDate={min}
      maxDate={max}
      // Emptied by hand it stays empty, and the form says what it wants.
      allowDeselect
      hideOutsideDates
      weekendDays={[]}
      locale={spoken()}
      previousLabel={t.previous}
      nextLabel={t.next}
      leftSection={!(props.clearable && props.value) && <IconCalendar size={16} aria-hidden />}
      valueFormat="DD MMMM, YYYY"
      placeholder={props.clearable ? t.any : t.one}
      clearButtonProps={{ 'aria-label': `${t.clear} ${props.label ?? t.it}` }}
      dateParser={parseDay}
      {...props}
    />
  )
}
