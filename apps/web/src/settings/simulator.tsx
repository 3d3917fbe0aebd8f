import { Alert, Checkbox, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { lawCalls, type Simulation, simulationInput } from '@mshahara/contract/law'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { isLeaving } from '../lib/list-state.ts'
import { monthName, thisMonth } from '../lib/months.ts'
import { IconInfoCircle } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { InKind } from './in-kind.tsx'
import { inKindOf } from './in-kind-wish.ts'
import { MonthSelect } from './month-select.tsx'
import { NetInSight } from './net-in-sight.tsx'
import { addressOf, switches, type Wish, wishIn } from './simulation-address.ts'
import { healthOf, SimulationTable } from './simulation-table.tsx'
import classes from './simulator.module.css'

const labels = {
  disability: 'Disability',
  paye: 'PAYE',
  nssf: 'NSSF',
  housing: 'Housing Levy',
  nita: 'NITA',
}

/** What is asked, kept in the address. */
function useWish(amount: number) {
  const start = { amount, month: thisMonth() }
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const router = useRouter()
  const [wish, setWish] = useState(() => wishIn(search, start))
  const write = useDebouncedCallback((next: Wish) => {
    if (isLeaving(router)) return
    const address = addressOf(next, start)
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, ...address })) as never,
      replace: true,
    })
  }, 250)
  const change = (part: Partial<Wish>) => {
    const next = { ...wish, ...part }
    setWish(next)
    write(next)
  }
  return { wish, change }
}

/** What a month's law makes of an income, or which income gives a desired net; two side by side. */
export function Simulator({ start = 0 }: { start?: number }) {
  const { wish, change } = useWish(start)
  const { mode, amount, month, other, chosen, kind } = wish
  const paid = { [mode]: amount === '' ? undefined : amount }
  const input = { ...chosen, ...paid, ...inKindOf(kind) }
  const [settled] = useDebouncedValue(input, 250)
  const checked = simulationInput.safeParse(settled)
  const read = useSimulation(settled, month, checked.success)
  const second = useSimulation(settled, other ?? month, checked.success && other !== null)
  const fault = checked.error?.issues[0]?.message
  const results = inOrder([read.data, other === null ? null : second.data])
  return (
    <div className={classes.simulator}>
      <NetInSight results={fault ? [] : results} />
      <div className={classes.halves}>
        <Question wish={wish} change={change} fault={fault} health={healthOf(results)} />
        {!fault && results.length > 0 && (
          <div>
            <Notes results={results} />
            <SimulationTable results={results} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Earlier month first; an answer that is still the one before may be of the same month. */
function inOrder(answers: (Simulation | null | undefined)[]): Simulation[] {
  const byMonth = new Map(answers.flatMap((one) => (one ? [[one.month, one]] : [])))
  return [...byMonth.values()].sort((a, b) => a.month.localeCompare(b.month))
}

interface QuestionProps {
  wish: Wish
  change: (part: Partial<Wish>) => void
  fault: string | undefined
  /** What the health contribution is called. */
  health: string
}

function Question({ wish, change, fault, health }: QuestionProps) {
  const { mode, amount, month, other, chosen, kind } = wish
  const named = { ...labels, nhif: health }
  return (
    <div className={classes.question}>
      <SegmentedControl
        value={mode}
        onChange={(value) => change({ mode: value as Wish['mode'] })}
        data={[
          { value: 'gross', label: 'I am paid' },
          { value: 'net', label: 'I want to receive' },
        ]}
        aria-label="Start from"
        fullWidth
      />
      <Money
        label={mode === 'gross' ? 'Gross Income' : 'Net Income'}
        description="Shillings a month"
        value={amount}
        onChange={(value) => change({ amount: value })}
        // An amount that is half written is not yet a fault.
        error={typeof amount === 'number' || amount === '' ? fault : undefined}
        size="md"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MonthSelect
          label="Month"
          value={month}
          onChange={(value) => value && change({ month: value })}
        />
        <MonthSelect
          label="Compare with"
          placeholder="Another month"
          value={other}
          onChange={(value) => change({ other: value })}
          clearable
        />
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="xs" role="group" aria-label="Deductions">
        {switches.map((name) => (
          <Checkbox
            key={name}
            label={named[name]}
            checked={chosen[name]}
            onChange={({ currentTarget: { checked } }) =>
              change({ chosen: { ...chosen, [name]: checked } })
            }
          />
        ))}
      </SimpleGrid>
      <InKind wish={kind} change={(part) => change({ kind: { ...kind, ...part } })} />
    </div>
  )
}

function useSimulation(input: Record<string, unknown>, month: string, enabled: boolean) {
  const body = { ...input, month } as never
  return useRead(lawCalls.simulate, { body }, { enabled, keep: true })
}

/** What a reader must know before trusting the figures. */
function Notes({ results }: { results: Simulation[] }) {
  const notes = results.flatMap(({ month, checked, exact }) => [
    ...(checked
      ? []
      : [
          `The law for ${monthName(month)} has not been checked yet; these are the last known rules.`,
        ]),
    ...(exact
      ? []
      : [`No income gives exactly that in ${monthName(month)}; this is the nearest below it.`]),
  ])
  if (notes.length === 0) return null
  return (
    <Alert
      mb="md"
      color="yellow"
      icon={<IconInfoCircle size={18} aria-hidden />}
      title="Please note"
    >
      {notes.map((note) => (
        <Text size="sm" key={note}>
          {note}
        </Text>
      ))}
    </Alert>
  )
}
