import type { WorkedOut } from './draft.ts'

/** Days that would be paid without anybody having seen who was there (C22). Pure. */
export function unseenDays(days: WorkedOut['days'], today: string) {
  const paid = days.filter(({ people }) => people > 0)
  return {
    /** Whoever is employed is taken to have worked: no sheet says otherwise. */
    'no roll': paid.filter(({ day, onRoll }) => !onRoll && day <= today),
    /** On a sheet or not: what it says was copied or planned. */
    'to come': paid.filter(({ day }) => day > today),
  }
}
