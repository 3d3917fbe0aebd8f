import { type VariablePerson, variablePay } from '@mshahara/contract/variable-pay'
import { useCallback, useState } from 'react'
import { call, useWrite } from '../lib/api.ts'
import { toast } from '../lib/toast.tsx'
import { Refused, WaitsForSecond } from '../lib/wire.ts'
import { useAskOnce } from '../ui/confirm.tsx'
import {
  type Drafts,
  type Faults,
  type GridColumn,
  leftOut,
  parsed,
  pasted,
  placeOf,
  questionAbout,
  type Rate,
  toSave,
  typedInto,
} from './cells.ts'

/** What is typed and not saved: it stays while pages are turned, and goes in one call. */

const quiet = { quiet: [422] }
const none: Drafts = new Map()
const noFaults: Faults = new Map()

export function useDrafts(month: string, columns: readonly GridColumn[]) {
  const [drafts, setDrafts] = useState(none)
  const [faults, setFaults] = useState(noFaults)

  /** A cell that was left cannot wait until everything is saved: it is marked at once. */
  const leave = useCallback((person: VariablePerson, column: GridColumn, text: string) => {
    const read = parsed(column, text)
    if ('fault' in read) {
      const place = placeOf(person.employee_id, column.key)
      setFaults((now) => new Map(now).set(place, read.fault))
    }
  }, [])

  const type = useCallback((person: VariablePerson, column: GridColumn, text: string) => {
    setDrafts((now) => typedInto(now, person, column, text))
    const place = placeOf(person.employee_id, column.key)
    setFaults((now) => {
      if (!now.has(place)) return now
      const next = new Map(now)
      next.delete(place)
      return next
    })
  }, [])

  function paste(
    people: readonly VariablePerson[],
    at: { row: number; column: number },
    block: string,
    rates: readonly Rate[],
    last: boolean,
  ) {
    const done = pasted(drafts, people, columns, at, block, rates)
    setDrafts(done.drafts)
    setFaults(toSave(done.drafts, columns).faults)
    for (const sentence of leftOut(done, last)) toast('error', sentence)
  }

  const discard = useCallback(() => {
    setDrafts(none)
    setFaults(noFaults)
  }, [])

  const saving = useSaving(month, columns, drafts, { discard, setFaults })
  return {
    ...{ drafts, faults, ...saving },
    ...{ type, leave, paste, discard },
  }
}

interface SavingHooks {
  discard: () => void
  setFaults: (faults: Faults) => void
}

function useSaving(
  month: string,
  columns: readonly GridColumn[],
  drafts: Drafts,
  { discard, setFaults }: SavingHooks,
) {
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)
  const write = useWrite(variablePay.save, quiet)
  const isMeant = useAskOnce()

  /** A fault may be on another page: it is told with the person's name. */
  function refuse(found: Faults) {
    setFaults(found)
    setRefusals((count) => count + 1)
    const [first] = found
    if (!first) return
    const [place, sentence] = first
    const person = drafts.get(place.split(' ')[0] as string)?.person
    const rest = found.size > 1 ? ` And ${found.size - 1} more.` : ''
    toast('error', `Nothing was saved. ${person?.name ?? ''}: ${sentence}${rest}`)
  }

  async function save() {
    const { people, faults: found } = toSave(drafts, columns)
    if (found.size > 0) return refuse(found)
    const body = { month, people }
    setBusy(true)
    try {
      const { data: tried } = await call(variablePay.save, { query: { dry: '1' }, body }, quiet)
      if (!(await isMeant(questionAbout(tried.warnings)))) return
      const { data } = await write.run({ body })
      discard()
      toast('success', data.message)
    } catch (error) {
      // Somebody else has to agree to all of it: nothing is left to be saved here.
      if (error instanceof WaitsForSecond) discard()
      if (error instanceof Refused && error.status === 422) refuse(cellsOf(error, people))
    } finally {
      setBusy(false)
    }
  }

  return { refusals, busy, save: () => void save() }
}

/** "people.3.bonus" is the bonus of the fourth; what is about the person is at the first cell. */
function cellsOf(error: Refused, people: { employee_id: string }[]): Faults {
  const faults = new Map<string, string>()
  for (const [field, sentences] of Object.entries(error.fields)) {
    const [, index, key = ''] = field.split('.')
    const person = people[Number(index)]
    const cell = key === 'employee_id' || key === '' ? 'overtime_hours' : key
    if (person) faults.set(placeOf(person.employee_id, cell), sentences.join(' '))
  }
  if (faults.size === 0) faults.set(' ', error.message)
  return faults
}
