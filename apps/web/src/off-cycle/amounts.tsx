import { Button, Group, Stack, Text } from '@mantine/core'
import { type ExtraAmounts, type FormulaUsed, offCycle } from '@mshahara/contract/off-cycle'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows } from '@mshahara/contract/run-states'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { amount, date } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { Waiting } from '../ui/waiting.tsx'
import {
  amountOf,
  type ExtraRow,
  faultIn,
  filled,
  pasted,
  type Typed,
  textOf,
  totalOf,
} from './cells.ts'
import { Formula } from './formula.tsx'
import { AmountsGrid } from './grid.tsx'
import { useShown } from './shown.tsx'

/** What an extra payroll pays each of its people: typed, pasted or filled by a formula. */
export default function Amounts() {
  const id = useParam('id')
  const { data: run } = useRead(payrolls.get, { params: { id }, query: { limit: 1 } })
  const { data, isPending } = useRead(offCycle.amounts, { params: { id } })
  const title = run ? `${run.title}, ${run.month} ${run.year}` : 'Amounts'
  return (
    <Page
      title="Amounts of Extra Payroll"
      tab={title}
      subtitle={run ? `${run.code}: ${title}, to be paid on ${date(run.pay_on ?? '')}` : ' '}
      back={{ label: 'Back to the payroll', to: `/payroll/${id}` }}
      actions={
        <Button component={Link} to={`/payroll/${id}`} variant="default">
          Check and Confirm
        </Button>
      }
    >
      {isPending && <Waiting />}
      {!isPending && !data && <MissingPayroll />}
      {run && data && <Sheet run={run} data={data} />}
    </Page>
  )
}

const nothing: Typed = new Map()

/** A formula that filled a column, and is kept with it once that is saved. */
interface Filling {
  column: number
  used: FormulaUsed
}

function Sheet({ run, data }: { run: Payroll; data: ExtraAmounts }) {
  const may = useMay()
  const { items, rows } = data
  const [typed, setTyped] = useState(nothing)
  const [fillings, setFillings] = useState<Filling[]>([])
  const { shown, who, choices } = useShown(rows)
  const discard = () => {
    setTyped(nothing)
    setFillings([])
  }
  const save = useSave(run.id, data, { typed, fillings }, discard)
  useUnsaved(() => typed.size > 0)
  const open = allows(run, 'change') && may(offCycle.save)
  function paste(at: { row: number; column: number }, block: string) {
    const done = pasted(typed, shown, items.length, at, block)
    setTyped(done.typed)
    if (done.left_out > 0) toast('error', `${done.left_out} pasted cells did not fit here.`)
  }
  return (
    <>
      <div className="card">
        {choices}
        {open && (
          <Formula
            run_id={run.id}
            {...{ items, who }}
            rows={shown}
            onFill={(column, amounts, used) => {
              setTyped(filled(typed, column, amounts))
              setFillings([...fillings, { column, used }])
            }}
          />
        )}
        <FormulasUsed items={items} />
      </div>
      <div className="card">
        <AmountsGrid
          {...{ items, typed, open }}
          rows={shown}
          onType={(place, text) => setTyped(new Map(typed).set(place, text))}
          onPaste={paste}
        />
        <Group p="md" justify="space-between">
          <Total rows={rows} columns={items.length} typed={typed} />
          {open && (
            <Group gap="sm">
              <Button variant="default" disabled={typed.size === 0} onClick={discard}>
                Discard
              </Button>
              <Button loading={save.busy} disabled={typed.size === 0} onClick={save.run}>
                Save and Work Out
              </Button>
            </Group>
          )}
        </Group>
      </div>
    </>
  )
}

/** By which formulas the columns were filled. */
function FormulasUsed({ items }: Pick<ExtraAmounts, 'items'>) {
  const used = items.flatMap(({ name, formulas }) => formulas.map((one) => ({ name, ...one })))
  if (used.length === 0) return null
  return (
    <Stack component="section" aria-label="Formulas used" gap={4} p="md" pt={0}>
      {used.map(({ name, told, people, who }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a formula is its place
        <Text key={at} size="sm">
          <b>{`${name}: `}</b>
          {`${told} (${people} ${people === 1 ? 'person' : 'people'}: ${who})`}
        </Text>
      ))}
    </Stack>
  )
}

/** As many as a column keeps; the oldest go. */
const mostFormulas = 20

/** Everybody's amounts go together, whoever is shown. */
function useSave(
  id: string,
  { items, rows }: ExtraAmounts,
  { typed, fillings }: { typed: Typed; fillings: readonly Filling[] },
  done: () => void,
) {
  const save = useAct(offCycle.save, { notice: ({ message }) => message, onWaits: done })
  async function send() {
    const wrong = rows.find((row) => items.some((_, at) => faultIn(textOf(row, at, typed))))
    if (wrong) return toast('error', `Nothing was saved: an amount for ${wrong.name} is not valid.`)
    const amounts = (row: ExtraRow) => items.map((_, at) => amountOf(row, at, typed))
    const filledIn = rows.map((row) => ({ payslip_id: row.payslip_id, amounts: amounts(row) }))
    const withFormulas = items.map(({ formulas, ...item }, at) => {
      const before = formulas.map(({ told: _, ...used }) => used)
      const own = fillings.filter(({ column }) => column === at).map(({ used }) => used)
      return { ...item, formulas: [...before, ...own].slice(-mostFormulas) }
    })
    const body = { items: withFormulas, rows: filledIn }
    if (await save.run({ params: { id }, body })) done()
  }
  return { busy: save.busy, run: () => void send() }
}

function Total({ rows, columns, typed }: { rows: ExtraRow[]; columns: number; typed: Typed }) {
  const sum = rows.reduce((all, row) => all + totalOf(row, columns, typed), 0)
  const paid = rows.filter((row) => totalOf(row, columns, typed) > 0).length
  return (
    <Text size="sm">
      {`${paid} of ${rows.length} people, `}
      <b className="figures">{`Ksh ${amount(sum)}`}</b>
      {typed.size > 0 && ', not saved yet'}
    </Text>
  )
}
