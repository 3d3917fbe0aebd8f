import { Button, Group, Select, Stack, Text } from '@mantine/core'
import {
  type FormulaInput,
  type FormulaUsed,
  formulaInput,
  offCycle,
  roundings,
  servedBy,
} from '@mshahara/contract/off-cycle'
import { useState } from 'react'
import { amount } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { Figure, Money } from '../ui/money.tsx'
import type { ExtraRow } from './cells.ts'
import classes from './off-cycle.module.css'

interface Worked {
  payslip_id: string
  amount: number
  working: string
}

interface Props {
  run_id: string
  items: readonly { name: string }[]
  /** Whom it is for: those who are shown, and how they were chosen. */
  rows: readonly ExtraRow[]
  who: string
  onFill: (column: number, rows: readonly Worked[], used: FormulaUsed) => void
}

interface Fields {
  base: 'share' | 'fixed'
  percent: number | string
  amount: number | string
  served: (typeof servedBy)[number]
  rounding: (typeof roundings)[number]
  least: number | string
  most: number | string
}

const whole: Fields = {
  ...{ base: 'share', percent: 100, amount: '', served: 'not', rounding: 'cent' },
  ...{ least: '', most: '' },
}

const givenBy = ({ base, percent, amount: fixed, served, rounding, least, most }: Fields) =>
  ({
    of: base === 'share' ? { base, percent } : { base, amount: fixed },
    ...{ served, rounding, least: least === '' ? null : least, most: most === '' ? null : most },
  }) as FormulaInput

/** A column by formula: looked over person by person before it fills the grid. */
export function Formula({ run_id, items, rows, who, onFill }: Props) {
  const [column, setColumn] = useState('0')
  const [fields, setFields] = useState(whole)
  const [worked, setWorked] = useState<{ asked: string; rows: Worked[]; told: string } | null>(null)
  const ask = useAct(offCycle.formula)
  const asked = JSON.stringify([fields, column, rows.map(({ payslip_id }) => payslip_id)])
  const shown = worked?.asked === asked ? worked : null
  async function preview() {
    const formula = givenBy(fields)
    const fault = formulaInput.safeParse(formula).error?.issues[0]
    if (fault) return toast('error', fault.message)
    const payslips = rows.map(({ payslip_id }) => payslip_id)
    const answer = await ask.run({ params: { id: run_id }, body: { formula, payslips } })
    if (answer) setWorked({ asked, ...answer })
  }
  function fill() {
    if (!shown) return
    const used = { ...givenBy(fields), people: shown.rows.length, who }
    onFill(Number(column), shown.rows, used)
    setWorked(null)
  }
  return (
    <Stack p="md" pt={0} gap="md">
      <Group gap="sm" align="flex-end">
        {items.length > 1 && (
          <Select
            label="Fill column"
            allowDeselect={false}
            data={items.map(({ name }, at) => ({ value: String(at), label: name }))}
            value={column}
            onChange={(value) => setColumn(value ?? '0')}
          />
        )}
        <FormulaFields fields={fields} onChange={(part) => setFields({ ...fields, ...part })} />
        <Button
          variant="default"
          loading={ask.busy}
          disabled={rows.length === 0}
          onClick={() => void preview()}
        >
          {`Preview for ${people(rows.length)}`}
        </Button>
      </Group>
      {shown && <Preview told={shown.told} worked={shown.rows} rows={rows} onFill={fill} />}
    </Stack>
  )
}

const people = (count: number) => `${count} ${count === 1 ? 'Person' : 'People'}`

const bases = [
  { value: 'share', label: 'Share of basic pay' },
  { value: 'fixed', label: 'Fixed amount' },
]
const servedLabels: Record<Fields['served'], string> = {
  not: 'In full for everybody',
  months: 'By months served this year, of 12',
  days: 'By months, first and last by days',
}
const roundingLabels: Record<Fields['rounding'], string> = {
  cent: 'To the cent',
  shilling: 'To 1 shilling',
  ten: 'To 10 shillings',
  hundred: 'To 100 shillings',
}
const choices = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

interface FieldsProps {
  fields: Fields
  onChange: (part: Partial<Fields>) => void
}

function FormulaFields({ fields, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label="Formula"
        allowDeselect={false}
        data={bases}
        value={fields.base}
        onChange={(base) => onChange({ base: base as Fields['base'] })}
      />
      {fields.base === 'share' ? (
        <Figure
          label="Percent of basic pay"
          w={160}
          value={fields.percent}
          onChange={(percent) => onChange({ percent })}
        />
      ) : (
        <Money
          label="Amount"
          w={160}
          value={fields.amount}
          onChange={(given) => onChange({ amount: given })}
        />
      )}
      <Select
        label="Part of the year"
        w={260}
        allowDeselect={false}
        data={choices(servedBy, servedLabels)}
        value={fields.served}
        onChange={(served) => onChange({ served: served as Fields['served'] })}
      />
      <Select
        label="Rounded"
        w={170}
        allowDeselect={false}
        data={choices(roundings, roundingLabels)}
        value={fields.rounding}
        onChange={(rounding) => onChange({ rounding: rounding as Fields['rounding'] })}
      />
      <Money
        label="At least"
        w={150}
        value={fields.least}
        onChange={(least) => onChange({ least })}
      />
      <Money label="At most" w={150} value={fields.most} onChange={(most) => onChange({ most })} />
    </>
  )
}

interface PreviewProps {
  told: string
  worked: readonly Worked[]
  rows: readonly ExtraRow[]
  onFill: () => void
}

/** Each person's amount with its working. */
function Preview({ told, worked, rows, onFill }: PreviewProps) {
  const whose = new Map(rows.map((row) => [row.payslip_id, row]))
  const sum = worked.reduce((all, one) => all + one.amount, 0)
  return (
    <>
      <section className={classes.preview} aria-label="Preview of the formula">
        <table className={classes.grid} aria-label="Preview of the formula">
          <thead>
            <tr>
              <th scope="col" className={classes.who}>
                Employee
              </th>
              <th scope="col" className={classes.working}>
                Working
              </th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {worked.map((one) => (
              <tr key={one.payslip_id}>
                <th scope="row" className={classes.who}>
                  {whose.get(one.payslip_id)?.name}
                </th>
                <td className={classes.working}>{one.working}</td>
                <td className="figures">{amount(one.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Group justify="space-between">
        <Text size="sm">
          {`${told}: `}
          <b className="figures">{`Ksh ${amount(sum)}`}</b>
        </Text>
        <Button onClick={onFill}>{`Fill for ${people(worked.length)}`}</Button>
      </Group>
    </>
  )
}
