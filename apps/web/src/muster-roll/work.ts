import { type MusterSheet, musterRolls } from '@mshahara/contract/muster-roll'
import { useEffect, useRef, useState } from 'react'
import { link, refresh } from '../lib/api.ts'
import { toast } from '../lib/toast.tsx'
import { Refused, send, Unreachable } from '../lib/wire.ts'
import {
  keyOf,
  onSheet,
  type Ready,
  readyOf,
  type Typed,
  type TypedCell,
  without,
} from './unsaved-marks.ts'

/**
 * What was typed stays on this device until the server has it: a sheet filled in where the
 * connection comes and goes is never typed twice.
 */
const place = () => `muster-roll.${link.organization ?? ''}`

function recalled(): Typed {
  try {
    const kept = JSON.parse(localStorage.getItem(place()) ?? '[]') as TypedCell[]
    return new Map(kept.map((cell) => [keyOf(cell.casual_id, cell.day), cell]))
  } catch {
    return new Map()
  }
}

/** False where the device has no room, or keeps nothing. */
function keep(typed: Typed): boolean {
  try {
    if (typed.size === 0) localStorage.removeItem(place())
    else localStorage.setItem(place(), JSON.stringify([...typed.values()]))
    return true
  } catch {
    return false
  }
}

/** Between two tries while there is no connection. */
const again_ms = 5000

type Head = { from: string; days: 7 | 14 }

export function useWork(head: Head, sheet: MusterSheet | null | undefined) {
  const [typed, setTyped] = useState(recalled)
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [refusals, setRefusals] = useState(0)
  const [state, setState] = useState<'idle' | 'busy' | 'offline'>('idle')
  const [kept, setKept] = useState(true)
  const latest = useRef(typed)
  latest.current = typed
  const show = (next: Typed) => {
    latest.current = next
    setTyped(next)
  }
  const change = (made: (typed: Typed) => Typed) => {
    show(made(latest.current))
    setKept(keep(latest.current))
  }
  useOtherTabs(show)
  const cells = sheet ? onSheet(typed, sheet.days) : []

  async function save() {
    if (!sheet || !isToSave(cells.length, sheet)) return
    const sent = onSheet(latest.current, sheet.days)
    const { marks, faults: found } = readyOf(sent)
    setFaults(found)
    if (found.size > 0) return setRefusals((count) => count + 1)
    setState('busy')
    try {
      const { data } = await sendMarks(head, marks)
      change((typed) => without(typed, sent))
      setState('idle')
      toast('success', data.message)
      await refresh()
    } catch (error) {
      setState(error instanceof Unreachable ? 'offline' : 'idle')
      tell(error, marks)
    }
  }

  function tell(error: unknown, marks: Ready['marks']) {
    if (error instanceof Unreachable) return
    if (!(error instanceof Refused)) throw error
    const found = faultsIn(error, marks)
    setFaults(found)
    setRefusals((count) => count + 1)
    if (error.status === 401) link.onSessionLost()
    else if (found.size === 0) toast('error', error.message)
  }

  useRetry(state === 'offline', save)

  return {
    typed,
    cells,
    /** Typed on other sheets, and not saved there either. */
    elsewhere: typed.size - cells.length,
    faults,
    refusals,
    busy: state === 'busy',
    offline: state === 'offline',
    kept,
    toSave: sheet ? isToSave(cells.length, sheet) : false,
    change,
    save,
    discard: (given: readonly TypedCell[]) => {
      change((typed) => without(typed, given))
      setFaults(new Map())
      setState('idle')
    },
  }
}

/**
 * Something is typed, or some days of the sheet are not on the roll yet. An empty sheet is not
 * saved: everybody would go without pay for its days.
 */
const isToSave = (cells: number, { days }: MusterSheet) =>
  cells > 0 || (days.some(({ on_roll }) => on_roll) && days.some(({ on_roll }) => !on_roll))

/** Without the usual signing out when there is no answer: nothing here is lost by waiting. */
const sendMarks = ({ from, days }: Head, marks: Ready['marks']) =>
  send(
    musterRolls.save,
    {
      body: {
        from,
        days,
        marks: marks.map(({ casual_id, day, mark }) => ({
          casual_id,
          day,
          present: (mark?.present ?? null) as 0 | 0.5 | 1 | null,
          overtime_hours: mark?.overtime_hours ?? 0,
          pieces: mark?.pieces ?? 0,
        })),
      },
    },
    { organization: link.organization },
  )

/** "marks.3.day" is the fourth cell that was sent. */
function faultsIn({ fields }: Refused, marks: Ready['marks']): Map<string, string> {
  const found = new Map<string, string>()
  for (const [field, [sentence = '']] of Object.entries(fields)) {
    const mark = marks[Number(field.split('.')[1])]
    if (mark) found.set(keyOf(mark.casual_id, mark.day), sentence)
  }
  return found
}

/** Two tabs of a device have typed the same: neither forgets what the other keeps. */
function useOtherTabs(show: (typed: Typed) => void) {
  const act = useRef(show)
  act.current = show
  useEffect(() => {
    const heard = ({ key }: StorageEvent) => key === place() && act.current(recalled())
    addEventListener('storage', heard)
    return () => removeEventListener('storage', heard)
  }, [])
}

/** When the connection is back, and every few seconds. */
function useRetry(wanted: boolean, again: () => unknown) {
  const act = useRef(again)
  act.current = again
  useEffect(() => {
    if (!wanted) return
    const run = () => void act.current()
    const timer = setTimeout(run, again_ms)
    addEventListener('online', run)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', run)
    }
  }, [wanted])
}
