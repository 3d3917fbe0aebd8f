import { Alert, Checkbox, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { settings, simulationInput } from '@mshahara/contract/settings'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { monthName, thisMonth } from '../lib/months.ts'
import { IconInfoCircle } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { MonthSelect } from './month-select.tsx'
import { SimulationTable } from './simulation-table.tsx'

type Mode = 'gross' | 'net'
const switches = [
  ['disability', 'Disability'],
  ['paye', 'PAYE'],
  ['nhif', 'NHIF'],
  ['nssf', 'NSSF'],
  ['housing', 'Housing Levy'],
  ['nita', 'NITA'],
] as const
type Switch = (typeof switches)[number][0]

const initialSwitches: Record<Switch, boolean> = {
  disability: false,
  paye: true,
  nhif: true,
  nssf: true,
  housing: true,
  nita: true,
}

/** What a month's law makes of an income, or which income gives a desired net; two side by side. */
export function Simulator({ start = 0 }: { start?: number }) {
  const [mode, setMode] = useState<Mode>('gross')
  const [amount, setAmount] = useState<number | string>(start)
  const [month, setMonth] = useState(thisMonth())
  const [other, setOther] = useState<string | null>(null)
  const [chosen, setChosen] = useState(initialSwitches)
  const input = { ...chosen, [mode]: amount === '' ? undefined : amount }
  const [settled] = useDebouncedValue(input, 250)
  const checked = simulationInput.safeParse(settled)
  const read = useSimulation(settled, month, checked.success)
  const second = useSimulation(settled, other ?? month, checked.success && other !== null)
  const fault = checked.error?.issues[0]?.message
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <SegmentedControl
          value={mode}
          onChange={(value) => setMode(value as Mode)}
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
          onChange={setAmount}
          // An amount that is half written is not yet a fault.
          error={typeof amount === 'number' || amount === '' ? fault : undefined}
          size="md"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MonthSelect label="Month" value={month} onChange={(value) => value && setMonth(value)} />
          <MonthSelect
            label="Compare with"
            placeholder="Another month"
            value={other}
            onChange={setOther}
            clearable
          />
        </SimpleGrid>
        <Group gap="md" role="group" aria-label="Deductions">
          {switches.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={chosen[name]}
              onChange={({ currentTarget }) =>
                setChosen({ ...chosen, [name]: currentTarget.checked })
              }
            />
          ))}
        </Group>
      </Stack>
      {read.data && !fault && (
        <>
          <Notes results={[read.data, ...(other && second.data ? [second.data] : [])]} />
          <SimulationTable first={read.data} second={other ? (second.data ?? null) : null} />
        </>
      )}
    </Stack>
  )
}

type Input = Record<string, unknown>

function useSimulation(input: Input, month: string, enabled: boolean) {
  const body = { ...input, month } as never
  return useRead(settings.simulate, { body }, { enabled, keep: true })
}

type Result = NonNullable<ReturnType<typeof useSimulation>['data']>

/** What a reader must know before trusting the figures. */
function Notes({ results }: { results: Result[] }) {
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
    <Alert color="yellow" icon={<IconInfoCircle size={18} aria-hidden />} title="Please note">
      {notes.map((note) => (
        <Text size="sm" key={note}>
          {note}
        </Text>
      ))}
    </Alert>
  )
}
